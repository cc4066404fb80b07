package dev.sluice.dataplane.arrival;

import dev.sluice.dataplane.call.GatewayFailure;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants of the response cache.
 *
 * @param ttlSeconds how long the answer may be kept, also where the request is not deterministic;
 *     null leaves it to the alias
 * @param lookUp whether a kept answer may be used
 * @param keep whether the answer may be kept
 */
public record CacheWish(@Nullable Long ttlSeconds, boolean lookUp, boolean keep) {
    public static final CacheWish NONE = new CacheWish(null, true, true);
    private static final long MOST_SECONDS = 30L * 24 * 3600;

    /**
     * From {@code X-Sluice-Cache-TTL} (seconds) and {@code Cache-Control}. Fails with {@link
     * GatewayFailure} where the seconds are none.
     */
    public static CacheWish of(@Nullable String ttl, @Nullable String control) {
        if (ttl == null && control == null) {
            return NONE;
        }
        var words = control == null ? "" : control;
        var noStore = words.contains("no-store");
        return new CacheWish(seconds(ttl), !noStore && !words.contains("no-cache"), !noStore);
    }

    private static @Nullable Long seconds(@Nullable String text) {
        if (text == null) {
            return null;
        }
        var figure = text.strip();
        if (!figure.matches("[0-9]{1,18}")) {
            throw new GatewayFailure.Malformed(
                    "'X-Sluice-Cache-TTL' must be whole seconds from 0 (not kept) to "
                            + MOST_SECONDS
                            + ".",
                    null);
        }
        return Math.min(Long.parseLong(figure), MOST_SECONDS);
    }
}
