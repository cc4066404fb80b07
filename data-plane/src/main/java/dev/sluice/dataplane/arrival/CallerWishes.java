package dev.sluice.dataplane.arrival;

import java.util.Map;

/**
 * What a request's headers say beyond its key and its body.
 *
 * @param strict whether a loss in translation is to refuse the call
 * @param cache what is wanted of the response cache
 * @param dialectHeaders headers of the caller's dialect that an upstream of the same dialect gets,
 *     names in lower case
 */
public record CallerWishes(boolean strict, CacheWish cache, Map<String, String> dialectHeaders) {
    public static final CallerWishes NONE = new CallerWishes(false, CacheWish.NONE, Map.of());

    public CallerWishes {
        dialectHeaders = Map.copyOf(dialectHeaders);
    }
}
