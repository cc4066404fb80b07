package dev.sluice.dataplane.upstream;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import io.vertx.core.MultiMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The headers of a request to an upstream: this fixed list, and what the upstream's config adds.
 * Nothing of the caller's travels on but the open headers of its dialect, to the same dialect.
 */
record UpstreamHeaders(
        Dialect dialect,
        Operation operation,
        String contentType,
        boolean stream,
        String traceId,
        Map<String, String> ofCaller,
        Map<String, String> extra) {
    void putInto(MultiMap headers) {
        headers.set("content-type", contentType);
        headers.set("accept", stream ? streamType() : wholeType());
        headers.set("accept-encoding", "identity");
        headers.set("user-agent", "sluice");
        headers.set("traceparent", "00-" + traceId + "-" + newSpanId() + "-01");
        ofCaller.forEach(headers::set);
        extra.forEach(headers::set);
        if (dialect == Dialect.DASHSCOPE && stream) {
            headers.set("x-dashscope-sse", "enable");
        }
    }

    /** Sound has many types, and transcripts may be texts. */
    private String wholeType() {
        return operation == Operation.AUDIO ? "*/*" : "application/json";
    }

    private String streamType() {
        return switch (dialect) {
            case BEDROCK_CONVERSE -> "application/vnd.amazon.eventstream";
            case OLLAMA -> "application/x-ndjson";
            case OPENAI_CHAT,
                    OPENAI_RESPONSES,
                    ANTHROPIC,
                    GEMINI,
                    DASHSCOPE,
                    QIANFAN,
                    TGI,
                    COHERE,
                    GRPC_OIP ->
                    "text/event-stream";
        };
    }

    private static String newSpanId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1);
    }

    @Override
    public String toString() {
        return "UpstreamHeaders";
    }
}
