package dev.sluice.model.usage;

import dev.sluice.model.money.Money;
import dev.sluice.model.price.Terms;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fact of one finished call, version 1. Its id is the reservation's id; it is emitted at least
 * once and counted once. All times in milliseconds unless an instant.
 *
 * @param v version of this form; readers ignore fields they do not know
 * @param eventId UUID version 7, also the reservation id; the ledger's day is the day inside
 * @param count more than 1 only for refusals that were folded into one event
 * @param cost what the tenant is charged, in {@code currency}
 * @param providerCost the list price, in {@link #providerCurrency}
 * @param terms what stood between the two
 * @param gatewayMs the gateway's own share of {@code totalMs}
 * @param extensions at most 16 keys and 2 KB
 */
public record UsageEvent(
        int v,
        UUID eventId,
        String requestId,
        String traceId,
        String node,
        UsageStatus status,
        int httpStatus,
        @Nullable String errorCode,
        String tenant,
        String app,
        String key,
        @Nullable String subKey,
        @Nullable String keyId,
        @Nullable String endUser,
        @Nullable String businessLine,
        Operation operation,
        Dialect dialect,
        String alias,
        @Nullable String model,
        @Nullable String servedModel,
        @Nullable String upstream,
        @Nullable String instance,
        @Nullable String secret,
        TokenUsage tokens,
        Counted counted,
        UsageSource usageSource,
        Money cost,
        Money providerCost,
        String currency,
        @Nullable Terms terms,
        @Nullable String priceVersion,
        long configVersion,
        Instant startedAt,
        @Nullable Long firstTokenMs,
        long totalMs,
        long gatewayMs,
        long upstreamMs,
        @Nullable String finishReason,
        CacheState cache,
        RequestFacts facts,
        @Nullable ReservationFacts reservation,
        List<Attempt> attempts,
        int count,
        Map<String, String> extensions) {
    public static final int VERSION = 1;

    public UsageEvent {
        attempts = attempts == null ? List.of() : List.copyOf(attempts);
        extensions = extensions == null ? Map.of() : Map.copyOf(extensions);
        count = Math.max(1, count);
    }

    /** What provider costs are in. */
    public String providerCurrency() {
        return terms == null ? currency : terms.providerCurrency();
    }

    /** The service tier of the answer, else the one asked for; null where neither is known. */
    public @Nullable String serviceTier() {
        return tokens.serviceTier();
    }

    /** The same refusal, standing for so many of its kind. */
    public UsageEvent folded(int times) {
        return with(times, extensions);
    }

    /** The same call with these extensions and no others. */
    public UsageEvent extended(Map<String, String> added) {
        return with(count, added);
    }

    private UsageEvent with(int times, Map<String, String> added) {
        return new UsageEvent(
                v,
                eventId,
                requestId,
                traceId,
                node,
                status,
                httpStatus,
                errorCode,
                tenant,
                app,
                key,
                subKey,
                keyId,
                endUser,
                businessLine,
                operation,
                dialect,
                alias,
                model,
                servedModel,
                upstream,
                instance,
                secret,
                tokens,
                counted,
                usageSource,
                cost,
                providerCost,
                currency,
                terms,
                priceVersion,
                configVersion,
                startedAt,
                firstTokenMs,
                totalMs,
                gatewayMs,
                upstreamMs,
                finishReason,
                cache,
                facts,
                reservation,
                attempts,
                times,
                added);
    }
}
