package dev.sluice.dataplane.call;

/**
 * What an attempt made or heard beside tokens.
 *
 * @param images pictures that were made
 * @param audioMs sound that was listened to
 */
public record MediaCount(long images, long audioMs) {
    public static final MediaCount NONE = new MediaCount(0, 0);
}
