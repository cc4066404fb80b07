package dev.sluice.model.quota;

import org.jspecify.annotations.Nullable;

/**
 * Rates and concurrency of one scope; an absent one does not limit. {@code burst} is the share of a
 * minute's figure that may come at once, in units of that figure: a sixth of it when absent.
 *
 * @param perIp the same, for each client address on its own
 * @param precision of the rates, those of client addresses too
 */
public record Limits(
        @Nullable Long requestsPerMinute,
        @Nullable Long tokensPerMinute,
        @Nullable Long concurrent,
        @Nullable Long requestsBurst,
        @Nullable Long tokensBurst,
        @Nullable Limits perIp,
        @Nullable Precision precision) {
    public static final Limits NONE = new Limits(null, null, null, null, null, null, null);

    public boolean isFast() {
        return precision == Precision.FAST;
    }

    /** Largest figure of a per-minute limit. */
    public static final long MOST_PER_MINUTE = 1_000_000_000_000L;
}
