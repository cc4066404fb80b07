package dev.sluice.dataplane.fetch;

/**
 * What fetching for one call may take.
 *
 * @param mostBytes of one medium
 * @param wholeBytes of all media
 * @param wholeMs until all are there, names and redirects included
 * @param atOnce how many come at the same time
 */
public record FetchLimits(
        int mostMedia,
        int mostBytes,
        int wholeBytes,
        long connectMs,
        long wholeMs,
        int atOnce,
        int mostRedirects) {
    public static final FetchLimits DEFAULTS =
            new FetchLimits(20, 10 << 20, 20 << 20, 3_000, 10_000, 4, 3);
}
