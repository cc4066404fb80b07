package dev.sluice.control.overview;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last minutes.
 *
 * @param points without gaps, oldest first; the step under way is left out
 * @param requests of the whole time; the refused are not among them
 * @param p50Ms of completed calls, like the other figures of time
 */
public record Traffic(
        Duration step,
        List<TrafficPoint> points,
        long requests,
        long successful,
        long unsuccessful,
        long cancelled,
        long rejected,
        @Nullable Long p50Ms,
        @Nullable Long p99Ms,
        @Nullable Long firstTokenP50Ms,
        @Nullable Long firstTokenP99Ms) {
    public Traffic {
        points = List.copyOf(points);
    }

    /** Share of the calls that succeeded; what callers broke off themselves does not count. */
    public @Nullable Double successRate() {
        var decided = successful + unsuccessful;
        return decided == 0 ? null : (double) successful / decided;
    }
}
