package dev.sluice.model.route;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How often a call is tried again before its answer has begun; absent fields take the defaults. */
public record RetryPolicy(
        @Nullable Integer max,
        @Nullable Integer max429,
        @Nullable Set<Integer> statuses,
        @Nullable Boolean onConnect,
        @Nullable Boolean onTimeout,
        @Nullable Duration backoff,
        @Nullable Duration jitter) {
    public static final RetryPolicy DEFAULTS =
            new RetryPolicy(
                    1,
                    2,
                    Set.of(500, 502, 503, 504, 529),
                    true,
                    false,
                    Duration.ofMillis(200),
                    Duration.ofMillis(200));

    /** This policy with every absent field taken from the defaults. */
    public RetryPolicy orDefaults() {
        return new RetryPolicy(
                max != null ? max : DEFAULTS.max,
                max429 != null ? max429 : DEFAULTS.max429,
                statuses != null ? Set.copyOf(statuses) : DEFAULTS.statuses,
                onConnect != null ? onConnect : DEFAULTS.onConnect,
                onTimeout != null ? onTimeout : DEFAULTS.onTimeout,
                backoff != null ? backoff : DEFAULTS.backoff,
                jitter != null ? jitter : DEFAULTS.jitter);
    }
}
