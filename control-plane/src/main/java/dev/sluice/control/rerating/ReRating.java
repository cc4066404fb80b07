package dev.sluice.control.rerating;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Price;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What calls cost, and would have cost at other prices.
 *
 * @param calls those that were looked at
 * @param unrated those of them that the prices do not cover: they stay as they are
 * @param lines where the cost changes; one adjustment each, once approved
 * @param totals the sums of the lines, by currency
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ReRating(
        UUID id,
        String state,
        String model,
        @Nullable String tenant,
        Instant from,
        Instant to,
        List<Price> prices,
        String reason,
        long calls,
        long unrated,
        List<Line> lines,
        List<Total> totals,
        Instant madeAt,
        String madeBy,
        @Nullable Instant approvedAt,
        @Nullable String approvedBy) {

    /**
     * What one app spent under one alias on one model in a month.
     *
     * @param businessLine absent where the app had none
     * @param calls whose cost changes
     * @param before what they are booked at, with re-ratings that were approved before
     */
    public record Line(
            String tenant,
            String app,
            @Nullable String businessLine,
            String alias,
            String model,
            YearMonth usedIn,
            String currency,
            long calls,
            Money before,
            Money after,
            Money difference) {}

    /** Of one currency. */
    public record Total(String currency, long calls, Money before, Money after, Money difference) {}

    boolean isApproved() {
        return approvedAt != null;
    }
}
