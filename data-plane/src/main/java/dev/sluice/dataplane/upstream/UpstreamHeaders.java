package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.config.OpenSecret;
import io.vertx.core.MultiMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a request to an upstream: this fixed list, and what the upstream's config adds.
 * Nothing of the caller's travels on.
 */
record UpstreamHeaders(
        @Nullable OpenSecret secret, boolean stream, String traceId, Map<String, String> extra) {

    void putInto(MultiMap headers) {
        headers.set("content-type", "application/json");
        headers.set("accept", stream ? "text/event-stream" : "application/json");
        headers.set("accept-encoding", "identity");
        headers.set("user-agent", "sluice");
        headers.set("traceparent", "00-" + traceId + "-" + newSpanId() + "-01");
        extra.forEach(headers::set);
        if (secret != null) {
            headers.set("authorization", "Bearer " + secret.value());
        }
    }

    private static String newSpanId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1);
    }

    @Override
    public String toString() {
        return "UpstreamHeaders";
    }
}
