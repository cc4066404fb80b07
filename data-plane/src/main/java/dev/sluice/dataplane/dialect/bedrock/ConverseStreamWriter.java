package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.WholeCalls;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes streams: blocks one after the other, calls collected, the stop, then the usage. */
final class ConverseStreamWriter implements StreamWriter {
    private static final String TEXT = "text";
    private static final String THINKING = "reasoningContent";

    private final WholeCalls calls = new WholeCalls();
    private boolean begun;
    private @Nullable String open;
    private int block;

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.Started _ -> begin(out);
            case ReplyEvent.TextDelta delta -> say(TEXT, out).put(TEXT, delta.text(), out);
            case ReplyEvent.RefusalDelta delta -> say(TEXT, out).put(TEXT, delta.text(), out);
            case ReplyEvent.ReasoningDelta delta -> say(THINKING, out).put(TEXT, delta.text(), out);
            case ReplyEvent.ReasoningSealed sealed -> seal(sealed, out);
            case ReplyEvent.CallStarted started -> calls.start(started);
            case ReplyEvent.CallDelta delta -> calls.add(delta);
            case ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    /** The kind of exception for what broke a stream off. */
    static String exception(ErrorCode code) {
        return switch (code) {
            case RATE_LIMIT_EXCEEDED, QUOTA_EXCEEDED, BUDGET_HELD -> "throttlingException";
            case UPSTREAM_TIMEOUT -> "modelTimeoutException";
            case UPSTREAM_UNAVAILABLE, GATEWAY_OVERLOADED -> "serviceUnavailableException";
            case INTERNAL_ERROR -> "internalServerException";
            case UPSTREAM_INVALID_RESPONSE, STREAM_INCOMPLETE -> "modelStreamErrorException";
            case INVALID_REQUEST,
                    UNSUPPORTED,
                    CONTEXT_LENGTH_EXCEEDED,
                    CONTENT_FILTERED,
                    INVALID_API_KEY,
                    MODEL_NOT_ALLOWED,
                    MODEL_NOT_FOUND,
                    UNSUPPORTED_ENDPOINT,
                    REQUEST_TOO_LARGE ->
                    "validationException";
        };
    }

    private interface Delta {
        void put(String field, String text, ByteSink out);
    }

    /** A delta of the block of this type, which is opened where another one is open. */
    private Delta say(String type, ByteSink out) {
        begin(out);
        if (!type.equals(open)) {
            close(out);
            open = type;
        }
        return (field, text, to) -> {
            var delta = SluiceJson.mapper().createObjectNode();
            (type.equals(TEXT) ? delta : delta.putObject(type)).put(field, text);
            frame("contentBlockDelta", indexed().set("delta", delta), to);
        };
    }

    private void seal(ReplyEvent.ReasoningSealed sealed, ByteSink out) {
        if (sealed.origin() != Dialect.BEDROCK_CONVERSE) {
            return;
        }
        if (sealed.signature() != null) {
            say(THINKING, out).put("signature", sealed.signature(), out);
        }
        if (sealed.sealed() != null) {
            say(THINKING, out).put("redactedContent", sealed.sealed(), out);
        }
        close(out);
    }

    private void begin(ByteSink out) {
        if (!begun) {
            begun = true;
            var start = SluiceJson.mapper().createObjectNode().put("role", "assistant");
            frame("messageStart", start, out);
        }
    }

    private void close(ByteSink out) {
        if (open != null) {
            frame("contentBlockStop", indexed(), out);
            block++;
            open = null;
        }
    }

    private ObjectNode indexed() {
        return SluiceJson.mapper().createObjectNode().put("contentBlockIndex", block);
    }

    private static void frame(String type, JsonNode payload, ByteSink out) {
        FrameBytes.event(type, Tree.bytes(payload), out);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        begin(out);
        close(out);
        for (var call : calls.take()) {
            var start = indexed();
            start.putObject("start")
                    .putObject("toolUse")
                    .put("toolUseId", call.id())
                    .put("name", call.name());
            frame("contentBlockStart", start, out);
            var delta = indexed();
            delta.putObject("delta")
                    .putObject("toolUse")
                    .put("input", call.arguments().isBlank() ? "{}" : call.arguments());
            frame("contentBlockDelta", delta, out);
            frame("contentBlockStop", indexed(), out);
            block++;
        }
        var stop = SluiceJson.mapper().createObjectNode();
        if (!ending.stops().isEmpty()) {
            var reason = ending.stops().firstEntry().getValue().reason();
            stop.put("stopReason", ConverseReplies.word(reason));
        }
        frame("messageStop", stop, out);
        var metadata = SluiceJson.mapper().createObjectNode();
        if (ending.usage() != null) {
            metadata.set("usage", ConverseReplies.written(ending.usage()));
        }
        metadata.putObject("metrics").put("latencyMs", 0);
        frame("metadata", metadata, out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        close(out);
        var body = SluiceJson.mapper().createObjectNode().put("message", message);
        FrameBytes.exception(exception(code), Tree.bytes(body), out);
    }
}
