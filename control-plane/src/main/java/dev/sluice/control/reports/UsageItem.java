package dev.sluice.control.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Terms;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call as the usage query shows it; every field is always there.
 *
 * @param images pictures that were made
 * @param audioMs sound that was listened to
 * @param cost what the tenant is charged, in {@code currency}
 * @param providerCost the list price, in {@code providerCurrency}
 * @param terms mark-up and exchange rates between the two; null where there were none
 * @param adjusted the call had been booked as abandoned, then its true result came
 * @param costAgrees whether the ledger's own rating gives the same cost; null when it could not
 *     rate
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record UsageItem(
        UUID eventId,
        String traceId,
        String requestId,
        UsageStatus status,
        int httpStatus,
        @Nullable String errorCode,
        String tenant,
        String app,
        String key,
        @Nullable String subKey,
        @Nullable String endUser,
        @Nullable String businessLine,
        String alias,
        @Nullable String model,
        @Nullable String servedModel,
        @Nullable String upstream,
        @Nullable String instance,
        Tokens tokens,
        Counted counted,
        long images,
        long audioMs,
        UsageSource usageSource,
        Money cost,
        Money providerCost,
        String currency,
        String providerCurrency,
        @Nullable Terms terms,
        @Nullable String serviceTier,
        @Nullable String priceVersion,
        long configVersion,
        Instant startedAt,
        @Nullable Long firstTokenMs,
        long totalMs,
        long gatewayMs,
        long upstreamMs,
        @Nullable String finishReason,
        CacheState cache,
        String node,
        int count,
        boolean adjusted,
        @Nullable Boolean costAgrees,
        List<Attempt> attempts,
        Map<String, String> extensions) {

    /** Tokens by kind: {@code input} includes cached, {@code output} includes reasoning tokens. */
    public record Tokens(
            long input,
            long cachedInput,
            long cacheWrite,
            long output,
            long reasoning,
            long audioInput,
            long audioOutput) {
        static Tokens of(TokenUsage usage) {
            return new Tokens(
                    usage.input(),
                    usage.cachedInput(),
                    usage.cacheWrite() + usage.cacheWrite1h(),
                    usage.output(),
                    usage.reasoning(),
                    usage.audioInput(),
                    usage.audioOutput());
        }
    }

    public static UsageItem of(UsageEvent event, boolean adjusted, @Nullable Boolean costAgrees) {
        return new UsageItem(
                event.eventId(),
                event.traceId(),
                event.requestId(),
                event.status(),
                event.httpStatus(),
                event.errorCode(),
                event.tenant(),
                event.app(),
                event.key(),
                event.subKey(),
                event.endUser(),
                event.businessLine(),
                event.alias(),
                event.model(),
                event.servedModel(),
                event.upstream(),
                event.instance(),
                Tokens.of(event.tokens()),
                event.counted(),
                event.tokens().images(),
                event.tokens().audioMs(),
                event.usageSource(),
                event.cost(),
                event.providerCost(),
                event.currency(),
                event.providerCurrency(),
                event.terms(),
                event.serviceTier(),
                event.priceVersion(),
                event.configVersion(),
                event.startedAt(),
                event.firstTokenMs(),
                event.totalMs(),
                event.gatewayMs(),
                event.upstreamMs(),
                event.finishReason(),
                event.cache(),
                event.node(),
                event.count(),
                adjusted,
                costAgrees,
                event.attempts(),
                event.extensions());
    }
}
