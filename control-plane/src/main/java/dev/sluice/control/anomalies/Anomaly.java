package dev.sluice.control.anomalies;

import com.fasterxml.jackson.annotation.JsonInclude;
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
        @Nullable String acknowledgedBy) {}
