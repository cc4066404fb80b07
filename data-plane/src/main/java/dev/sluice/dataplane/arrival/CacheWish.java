package dev.sluice.dataplane.arrival;

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
     * From {@code X-Sluice-Cache-TTL} (seconds) and {@code Cache-Control}. What cannot be read is
     * taken for no wish.
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
        try {
            return text == null
                    ? null
                    : Long.valueOf(Math.clamp(Long.parseLong(text.strip()), 0, MOST_SECONDS));
        } catch (NumberFormatException odd) {
            return null;
        }
    }
}
