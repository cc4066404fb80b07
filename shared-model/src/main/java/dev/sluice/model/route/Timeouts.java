package dev.sluice.model.route;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one attempt; an absent one is inherited: alias over upstream over the defaults.
 *
 * @param connect until the connection stands
 * @param firstToken streams: until the first content
 * @param idle streams: between two frames
 * @param total unary calls: until the reply is whole
 * @param streamTotal streams: until the end; none unless set
 */
public record Timeouts(
        @Nullable Duration connect,
        @Nullable Duration firstToken,
        @Nullable Duration idle,
        @Nullable Duration total,
        @Nullable Duration streamTotal) {
    public static final Timeouts INHERIT = new Timeouts(null, null, null, null, null);

    public static final Timeouts DEFAULTS =
            new Timeouts(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(120),
                    null);

    /** This one's values where it has any, else the other's. */
    public Timeouts orElse(Timeouts other) {
        return new Timeouts(
                connect != null ? connect : other.connect,
                firstToken != null ? firstToken : other.firstToken,
                idle != null ? idle : other.idle,
                total != null ? total : other.total,
                streamTotal != null ? streamTotal : other.streamTotal);
    }
}
