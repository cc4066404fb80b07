package dev.sluice.control.receipts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.control.reports.UsageItem;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Charge;
import dev.sluice.model.price.Terms;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the books know of a call; every field is always there.
 *
 * @param reason why it has no answer, or an unfinished one; null where it was completed
 * @param hold what was held for it; null where nothing was
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Receipt(
        UsageItem call,
        @Nullable Reason reason,
        List<Try> attempts,
        @Nullable Hold hold,
        Charged charged) {
    public Receipt {
        attempts = List.copyOf(attempts);
    }

    /**
     * One try at one target, in the order in which they were made.
     *
     * @param outcome {@code answered} or {@code failed}
     * @param cost what the tenant is charged for it
     * @param startedAt null, like what follows but the charge, where only the whole call was booked
     * @param charge the price lines that made the cost; null where it was free, or where the ledger
     *     cannot rate the call
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Try(
            int number,
            String model,
            @Nullable String upstream,
            @Nullable String instance,
            String outcome,
            @Nullable Integer httpStatus,
            @Nullable String errorCode,
            TokenUsage tokens,
            Money cost,
            Money providerCost,
            @Nullable Instant startedAt,
            @Nullable Long firstTokenMs,
            @Nullable Long totalMs,
            @Nullable Charge charge) {}

    /**
     * What was held while it ran.
     *
     * @param mode {@code exact}, in the shared store, or {@code local}, from the node's part
     * @param expectedOutput output tokens that budgets of mode {@code expected} reckoned with
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Hold(
            String mode,
            Money money,
            String currency,
            long tokens,
            @Nullable Long expectedOutput) {}

    /**
     * What it came to.
     *
     * @param overrun what the tries cost beyond the hold, which the platform bears
     * @param linesKnown whether the ledger could rate every try that was charged
     * @param usedIn the tenant's month in which it was made
     * @param billedIn the month whose bill bears it
     * @param reRatings approved changes of its cost since, oldest first
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Charged(
            Money cost,
            String currency,
            Money providerCost,
            String providerCurrency,
            @Nullable Terms terms,
            Money overrun,
            boolean linesKnown,
            YearMonth usedIn,
            YearMonth billedIn,
            List<ReRated> reRatings) {
        public Charged {
            reRatings = List.copyOf(reRatings);
        }
    }

    /** A re-rating that changed what the call costs. */
    public record ReRated(UUID reRating, Money before, Money after, Instant approvedAt) {}
}
