package dev.sluice.dataplane.arrival;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request of which only the head was read: its names for logs, headers and books.
 *
 * @param traceparent the caller's, where it was valid
 */
public record Arrival(
        UUID id,
        Instant at,
        long atNanos,
        String traceId,
        @Nullable String traceparent,
        String clientAddress) {

    /** What the caller may quote: the event id under the name that clients look for. */
    public String requestId() {
        return "req_" + id;
    }

    public long elapsedMs() {
        return (System.nanoTime() - atNanos) / 1_000_000;
    }
}
