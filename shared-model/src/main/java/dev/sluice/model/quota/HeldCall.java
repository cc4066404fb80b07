package dev.sluice.model.quota;

import dev.sluice.model.access.KeyPath;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Terms;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.CacheState;
import dev.sluice.model.usage.Counted;
import dev.sluice.model.usage.RequestFacts;
import dev.sluice.model.usage.ReservationFacts;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a reservation's record and a node's journal carry of a call under way, so that somebody else
 * can book it when the node is gone.
 *
 * @param model the candidate that the call would reach first
 * @param inputTokens the gateway's own count
 * @param currency the tenant's
 * @param terms what stands between list prices and charges; absent where nothing does
 * @param serviceTier the one asked for
 * @param heldMoney the worst case, in the budget's currency
 * @param flat what it is charged where its model has no price; absent where no budget says
 */
public record HeldCall(
        int v,
        String requestId,
        String traceId,
        String node,
        KeyPath path,
        @Nullable String keyId,
        @Nullable String endUser,
        @Nullable String businessLine,
        Operation operation,
        Dialect dialect,
        String alias,
        @Nullable String model,
        @Nullable String upstream,
        String currency,
        @Nullable Terms terms,
        @Nullable String serviceTier,
        @Nullable String priceVersion,
        long configVersion,
        Instant startedAt,
        long inputTokens,
        Money heldMoney,
        long heldTokens,
        String mode,
        @Nullable Money flat,
        RequestFacts facts) {
    public static final int VERSION = 1;

    /**
     * The event of a call whose node died.
     *
     * @param cost what was charged for it
     * @param tokens input and output together that were charged
     * @param output tokens that had reached the caller
     */
    public UsageEvent abandoned(UUID id, Money cost, long tokens, long output, Instant at) {
        var used = TokenUsage.of(Math.max(0, tokens - output), output).servedAt(serviceTier);
        var listPrice = listPriceOf(cost);
        var totalMs = Math.max(0, Duration.between(startedAt, at).toMillis());
        return new UsageEvent(
                UsageEvent.VERSION,
                id,
                requestId,
                traceId,
                node,
                UsageStatus.ABANDONED,
                0,
                "stream_incomplete",
                path.tenant(),
                path.app(),
                path.key(),
                path.subKey(),
                keyId,
                endUser,
                businessLine,
                operation,
                dialect,
                alias,
                model,
                null,
                upstream,
                null,
                null,
                used,
                new Counted(inputTokens, output),
                UsageSource.COUNTED,
                cost,
                listPrice,
                currency,
                terms,
                priceVersion,
                configVersion,
                startedAt,
                null,
                totalMs,
                0,
                totalMs,
                null,
                CacheState.OFF,
                facts,
                new ReservationFacts(mode, heldMoney, heldTokens, null, null, flat),
                List.of(),
                1,
                Map.of());
    }

    /** What has no price has no list price either: its charge is the budget's flat amount. */
    private Money listPriceOf(Money cost) {
        if (priceVersion == null && flat != null) {
            return Money.ZERO;
        }
        return terms == null ? cost : terms.listPriceOf(cost, currency);
    }
}
