package dev.sluice.dataplane.upstream;

import io.vertx.core.MultiMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The headers of a request to an upstream: this fixed list, and what the upstream's config adds.
 * Nothing of the caller's travels on but the open headers of its dialect, to the same dialect.
 */
record UpstreamHeaders(
        boolean stream, String traceId, Map<String, String> ofCaller, Map<String, String> extra) {

    void putInto(MultiMap headers) {
        headers.set("content-type", "application/json");
        headers.set("accept", stream ? "text/event-stream" : "application/json");
        headers.set("accept-encoding", "identity");
        headers.set("user-agent", "sluice");
        headers.set("traceparent", "00-" + traceId + "-" + newSpanId() + "-01");
        ofCaller.forEach(headers::set);
        extra.forEach(headers::set);
    }

    private static String newSpanId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1);
    }

    @Override
    public String toString() {
        return "UpstreamHeaders";
    }
}
