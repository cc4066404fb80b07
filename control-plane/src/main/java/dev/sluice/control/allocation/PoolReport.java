package dev.sluice.control.allocation;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pools of a UTC month cost and who used them.
 *
 * @param until end of what is counted: the month's, or now
 * @param currency of all money: the installation's
 */
public record PoolReport(
        YearMonth month,
        Instant from,
        Instant until,
        String currency,
        Weights weights,
        List<Pool> pools) {

    /** How much a token of each kind weighs. */
    public record Weights(BigDecimal input, BigDecimal cachedInput, BigDecimal output) {}

    /**
     * One upstream's.
     *
     * @param gpuHours GPUs × hours
     * @param cost of all of it, used or not
     * @param listValue what its calls are booked at
     * @param costPerMillion of a million weighted tokens; null where there were none
     * @param capacity weighted tokens that it could have served; null where nobody said
     * @param idlePercent of the capacity that was not used
     * @param idleCost the part of the cost that this is; it is in the shares of those who used it
     * @param unallocated the cost where nobody used it, else zero
     * @param shares of the cost; together and with what is unallocated they are the cost
     */
    public record Pool(
            String upstream,
            BigDecimal gpuHours,
            Money cost,
            Money listValue,
            long requests,
            BigDecimal weightedTokens,
            @Nullable Money costPerMillion,
            @Nullable BigDecimal capacity,
            @Nullable BigDecimal idlePercent,
            @Nullable Money idleCost,
            Money unallocated,
            List<Share> shares) {}

    /**
     * Of one app.
     *
     * @param cost its share of the pool's cost
     * @param listValue what its calls are booked at
     */
    public record Share(
            String tenant,
            String app,
            long requests,
            BigDecimal weightedTokens,
            Money cost,
            Money listValue) {}
}
