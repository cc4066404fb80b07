package dev.sluice.dataplane.relay;

/**
 * The clocks of a stream, in nanoseconds.
 *
 * @param firstTokenAt {@link System#nanoTime} by which the first content must have come
 * @param idle between two reads from the upstream
 * @param endAt by which the stream must be over; {@link Long#MAX_VALUE} for never
 * @param heartbeat after so much silence towards the caller a comment is sent
 * @param stall a caller that takes nothing for so long is cut
 */
public record StreamTimes(long firstTokenAt, long idle, long endAt, long heartbeat, long stall) {}
