package dev.sluice.control.anomalies;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An hour far from the app's habit.
 *
 * @param hour its beginning
 * @param value of the metric: money in {@code currency}, tokens, milliseconds, or a share
 * @param usual the median of that hour of the week in the eight weeks before
 * @param spread a distance from it that would be nothing special
 * @param direction {@code above} or {@code below}
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Anomaly(
        UUID id,
        String tenant,
        String app,
        Metric metric,
        Instant hour,
        double value,
        double usual,
        double spread,
        String direction,
        long calls,
        String currency,
        Instant foundAt,
        @Nullable Instant acknowledgedAt,
        @Nullable String acknowledgedBy) {
    private static final MathContext SHOWN = new MathContext(4);

    /** In one sentence, with figures as people read them. */
    String text() {
        var unit = unit();
        return "%s of %s/%s in the hour from %s was %s%s, far %s the usual %s%s; it had %d calls"
                .formatted(
                        metric.text().replace('-', ' '),
                        tenant,
                        app,
                        hour,
                        figure(value),
                        unit,
                        direction,
                        figure(usual),
                        unit,
                        calls);
    }

    private String unit() {
        return switch (metric) {
            case SPEND -> " " + currency;
            case TOKENS -> " tokens";
            case FIRST_TOKEN_MS -> " ms";
            case OUTPUT_RATIO, ERROR_RATE -> "";
        };
    }

    private static String figure(double value) {
        return new BigDecimal(value).round(SHOWN).stripTrailingZeros().toPlainString();
    }
}
