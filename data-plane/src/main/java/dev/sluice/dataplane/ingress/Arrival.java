package dev.sluice.dataplane.ingress;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A request of which only the head was read: its names for logs, headers and books. */
public record Arrival(UUID id, Instant at, long atNanos, TraceContext trace, String clientAddress) {

    /** What the caller may quote: the event id under the name that clients look for. */
    public String requestId() {
        return "req_" + id;
    }

    public String traceId() {
        return trace.traceId();
    }

    public @Nullable String traceparent() {
        return trace.traceparent();
    }

    public long elapsedMs() {
        return (System.nanoTime() - atNanos) / 1_000_000;
    }
}
