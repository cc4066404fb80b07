package dev.sluice.control.reconciliation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An upstream's bill against the ledger.
 *
 * @param currency of both sides' money: the bill's
 * @param bills those whose figures count
 * @param daysWithoutBill on which the ledger has calls and no file says anything
 */
public record Reconciliation(
        String upstream,
        LocalDate from,
        LocalDate to,
        String currency,
        Threshold threshold,
        List<BillView> bills,
        List<Row> rows,
        List<KeyRow> keys,
        Row total,
        List<LocalDate> daysWithoutBill) {

    /** What one side has; what it does not tell is null. */
    public record Side(
            @Nullable Long requests, @Nullable BilledTokens tokens, @Nullable Money cost) {}

    /**
     * A day and model.
     *
     * @param day null for all
     * @param model the provider's name of it; empty for none or all
     * @param models what it is called here
     * @param tokenDifference what the bill has more; null where one side does not tell
     * @param tokenPercent of the larger side
     * @param isAlarm whether it is beyond the threshold
     */
    public record Row(
            @Nullable LocalDate day,
            String model,
            List<String> models,
            Side ours,
            Side theirs,
            @Nullable BilledTokens tokenDifference,
            @Nullable BigDecimal tokenPercent,
            @Nullable Money costDifference,
            @Nullable BigDecimal costPercent,
            @JsonProperty("alarm") boolean isAlarm,
            List<Hint> hints) {}

    /**
     * A key of the provider, over the whole time.
     *
     * @param isMatched whether a secret of the upstream is named like it
     */
    public record KeyRow(
            String key, @JsonProperty("matched") boolean isMatched, Side ours, Side theirs) {}

    /**
     * A possible cause.
     *
     * @param figures that it is about, as the text has them
     */
    public record Hint(Cause cause, String text, List<String> figures) {}
}
