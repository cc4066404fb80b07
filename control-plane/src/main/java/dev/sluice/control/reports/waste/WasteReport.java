package dev.sluice.control.reports.waste;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.sluice.model.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What calls of a span were paid for and gave nothing.
 *
 * @param from beginning of calls, inclusive
 * @param to beginning of calls, exclusive
 * @param items the dearest first
 * @param notMeasured kinds that usage events do not tell, and why
 */
public record WasteReport(Instant from, Instant to, List<Item> items, List<Unknown> notMeasured) {
    public WasteReport {
        items = List.copyOf(items);
        notMeasured = List.copyOf(notMeasured);
    }

    /** A way in which money goes. */
    public enum Kind {
        RETRY(
                "attempts that gave no answer: look at the upstream's errors in the receipts, and take"
                        + " it out of the route or lower its weight while they last"),
        CANCELLED(
                "callers left before the end: raise their timeouts, or lower the output cap so"
                        + " that answers come in time"),
        INTERRUPTED("answers that broke off: see which upstream does so, and add a fallback"),
        TRUNCATED(
                "answers cut at the output cap: raise the cap, or the budget where it clamps,"
                        + " or ask for less; a cut answer is usually asked for again"),
        LONG_CAP(
                "caps far above what answers need: they hold budget and token rate that others"
                        + " could use"),
        FALLBACK("served by a dearer model than the first choice: see why that one failed");

        private final String advice;

        Kind(String advice) {
            this.advice = advice;
        }

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        String advice() {
            return advice;
        }
    }

    /**
     * Calls of one app that are alike.
     *
     * @param model the one that failed or served; null where it is about several
     * @param calls calls, or attempts of the kind {@code retry}
     * @param tokens that gave nothing; of a long cap those held beyond what was usual
     * @param cost what the tenant was charged for it; null where nothing was charged
     * @param providerCost what providers are thought to bill; null likewise
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Item(
            Kind kind,
            String tenant,
            String app,
            String alias,
            @Nullable String model,
            long calls,
            long tokens,
            @Nullable Money cost,
            String currency,
            @Nullable Money providerCost,
            String providerCurrency,
            String advice) {}

    /** A kind that is not known. */
    public record Unknown(String kind, String why) {}
}
