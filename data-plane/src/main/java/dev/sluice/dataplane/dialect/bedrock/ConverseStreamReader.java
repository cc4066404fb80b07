package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads streams: the usage comes after the stop, and exceptions are frames of their own kind. */
final class ConverseStreamReader implements StreamReader, FrameReader.Sink {
    private final Consumer<ReplyEvent> sink;
    private final FrameReader frames = new FrameReader(this);

    /** The caller's calls by their block; a block that is none is not in it. */
    private final Map<Integer, Integer> calls = new HashMap<>();

    private final Map<Integer, StringBuilder> signatures = new HashMap<>();
    private boolean over;

    ConverseStreamReader(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        frames.feed(bytes, from, to);
    }

    @Override
    public void end() {
        // a frame without its end has no checksum and counts for nothing
    }

    @Override
    public boolean isInsideEvent() {
        return frames.isInsideFrame();
    }

    @Override
    public void onBroken(String reason) {
        fail(SluiceJson.mapper().createObjectNode().put("message", reason));
    }

    private void fail(JsonNode body) {
        if (!over) {
            over = true;
            sink.accept(new ReplyEvent.Failed(Tree.bytes(body)));
        }
    }

    @Override
    public void onFrame(Map<String, String> headers, byte[] payload) {
        if (over) {
            return;
        }
        JsonNode root;
        try {
            root =
                    payload.length == 0
                            ? SluiceJson.mapper().createObjectNode()
                            : ForeignJson.read(payload);
        } catch (JacksonException broken) {
            onBroken("a frame that is no valid JSON");
            return;
        }
        var kind = headers.getOrDefault(":message-type", "event");
        if (kind.equals("event")) {
            read(headers.getOrDefault(":event-type", ""), root);
        } else {
            fail(failure(headers, root));
        }
    }

    /** The kind of an exception is told in the frame's head: it becomes the error's code. */
    private static JsonNode failure(Map<String, String> headers, JsonNode root) {
        var type =
                headers.getOrDefault(
                        ":exception-type", headers.getOrDefault(":error-code", "exception"));
        var message = Tree.text(root, "message");
        var said = message == null ? Tree.text(root, "originalMessage") : message;
        return SluiceJson.mapper()
                .createObjectNode()
                .put("code", Character.toUpperCase(type.charAt(0)) + type.substring(1))
                .put("message", said == null ? headers.getOrDefault(":error-message", type) : said);
    }

    private void read(String type, JsonNode root) {
        var block = root.path("contentBlockIndex").asInt(0);
        switch (type) {
            case "messageStart" -> sink.accept(new ReplyEvent.Started(null, null, null));
            case "contentBlockStart" -> start(block, root.path("start").path("toolUse"));
            case "contentBlockDelta" -> delta(block, root.path("delta"));
            case "contentBlockStop" -> stop(block);
            case "messageStop" -> {
                var word = root.path("stopReason").asString("");
                if (!word.isEmpty()) {
                    sink.accept(new ReplyEvent.Stopped(0, ConverseReplies.stop(word), null));
                }
            }
            case "metadata" -> {
                var usage = ConverseReplies.usage(root.path("usage"));
                if (usage != null) {
                    sink.accept(new ReplyEvent.UsageKnown(usage));
                }
                over = true;
                sink.accept(new ReplyEvent.Finished());
            }
            default -> {} // more of them come with time
        }
    }

    private void start(int block, JsonNode use) {
        if (!use.isObject() || use.path("type").asString("").equals("server_tool_use")) {
            return;
        }
        var number = calls.size();
        calls.put(block, number);
        sink.accept(
                new ReplyEvent.CallStarted(
                        0,
                        number,
                        use.path("toolUseId").asString(""),
                        use.path("name").asString(""),
                        null));
    }

    private void delta(int block, JsonNode delta) {
        var text = delta.path("text").asString("");
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.TextDelta(0, text));
        }
        var input = delta.path("toolUse").path("input").asString("");
        var number = calls.get(block);
        if (!input.isEmpty() && number != null) {
            sink.accept(new ReplyEvent.CallDelta(0, number, input));
        }
        var reasoning = delta.path("reasoningContent");
        if (reasoning.isObject()) {
            reasoning(block, reasoning);
        }
        if (delta.path("citation").isObject()) {
            sink.accept(new ReplyEvent.Cited(0, ConverseBlocks.citation(delta.path("citation"))));
        }
        if (delta.path("image").isObject()) {
            sink.accept(
                    new ReplyEvent.PartAdded(
                            0, new ContentPart.Opaque(Dialect.BEDROCK_CONVERSE, "image", delta)));
        }
    }

    private void reasoning(int block, JsonNode reasoning) {
        var text = reasoning.path("text").asString("");
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.ReasoningDelta(0, text));
        }
        var signature = reasoning.path("signature").asString("");
        if (!signature.isEmpty()) {
            signatures.computeIfAbsent(block, ignored -> new StringBuilder()).append(signature);
        }
        var sealed = Tree.text(reasoning, "redactedContent");
        if (sealed != null) {
            sink.accept(new ReplyEvent.ReasoningSealed(0, null, sealed, Dialect.BEDROCK_CONVERSE));
        }
    }

    private void stop(int block) {
        var signature = signatures.remove(block);
        if (signature != null) {
            sink.accept(
                    new ReplyEvent.ReasoningSealed(
                            0, signature.toString(), null, Dialect.BEDROCK_CONVERSE));
        }
    }
}
