package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonProperty;
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

    /** How closely the nodes together keep to a rate. */
    public enum Precision {
        /** Every call asks the shared store. */
        @JsonProperty("exact")
        EXACT,

        /** Nodes take units ahead while the limit is far. */
        @JsonProperty("fast")
        FAST
    }

    /** Whether a node may take units of the rates ahead of its calls. */
    public boolean takesAhead() {
        return precision == Precision.FAST;
    }

    /** Largest figure of a per-minute limit. */
    public static final long MOST_PER_MINUTE = 1_000_000_000_000L;
}
