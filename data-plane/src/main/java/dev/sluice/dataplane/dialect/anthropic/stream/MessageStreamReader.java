package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.anthropic.AnthropicUsage;
import dev.sluice.dataplane.dialect.anthropic.BlockReader;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import dev.sluice.dataplane.dialect.anthropic.StopWords;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams as servers of the dialect really send them: usage in pieces, pings anywhere, calls
 * without arguments, blocks that nobody closes, events and deltas of tomorrow.
 */
final class MessageStreamReader implements StreamReader {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NO_JSON =
            "{\"error\":{\"message\":\"an event is no valid JSON\"}}"
                    .getBytes(StandardCharsets.US_ASCII);

    private final Consumer<ReplyEvent> sink;
    private final SseReader frames = new SseReader(this::onEvent);
    private final AnthropicUsage usage = new AnthropicUsage();
    private final Map<Integer, OpenBlock> open = new TreeMap<>();
    private int calls;
    private boolean started;
    private boolean stopped;
    private boolean over;

    MessageStreamReader(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        frames.feed(bytes, from, to);
    }

    @Override
    public void end() {
        frames.end();
    }

    @Override
    public boolean isInsideEvent() {
        return frames.isInsideEvent();
    }

    private void onEvent(byte[] bytes, int from, int to) {
        if (over || isDone(bytes, from, to)) {
            return;
        }
        JsonNode root;
        try {
            root = ForeignJson.read(bytes, from, to - from);
        } catch (JacksonException broken) {
            fail(NO_JSON);
            return;
        }
        if (root == null || !root.isObject()) {
            return;
        }
        switch (root.path("type").asString("")) {
            case "message_start" -> start(root.path("message"));
            case "content_block_start" -> openBlock(root);
            case "content_block_delta" -> delta(root);
            case "content_block_stop" -> close(root.path("index").asInt(0));
            case "message_delta" -> messageDelta(root);
            case "message_stop" -> finish();
            case "error" -> fail(Arrays.copyOfRange(bytes, from, to));
            default -> {
                if (root.hasNonNull("error")) {
                    fail(Arrays.copyOfRange(bytes, from, to));
                } else if (root.isEmpty() && stopped) {
                    finish(); // some servers tell the terminator only by the event's name
                }
            }
        }
    }

    /** Some servers end with OpenAI's terminator, too. */
    private static boolean isDone(byte[] bytes, int from, int to) {
        return to - from >= DONE.length
                && Arrays.equals(bytes, from, from + DONE.length, DONE, 0, DONE.length);
    }

    private void fail(byte[] body) {
        over = true;
        sink.accept(new ReplyEvent.Failed(body));
    }

    private void start(JsonNode message) {
        usage.take(message.path("usage"));
        usage.forgetOutput();
        if (!started) {
            started = true;
            sink.accept(
                    new ReplyEvent.Started(
                            Fields.text(message, "id"), Fields.text(message, "model"), null));
        }
    }

    private void openBlock(JsonNode root) {
        var index = root.path("index").asInt(open.size());
        close(index);
        var block = root.path("content_block");
        var type = block.path("type").asString("");
        switch (type) {
            case "text" -> {
                open.put(index, OpenBlock.text());
                say(block.path("text").asString(""));
                block.path("citations").values().forEach(this::cite);
            }
            case "thinking" -> {
                open.put(index, OpenBlock.thinking(Fields.text(block, "signature")));
                think(block.path("thinking").asString(""));
            }
            case "redacted_thinking" ->
                    sink.accept(
                            new ReplyEvent.ReasoningSealed(
                                    0, null, Fields.text(block, "data"), Dialect.ANTHROPIC));
            case "tool_use" -> {
                var call = calls++;
                open.put(index, OpenBlock.call(call, block.path("input")));
                sink.accept(
                        new ReplyEvent.CallStarted(
                                0,
                                call,
                                block.path("id").asString("toolu_" + call),
                                block.path("name").asString(""),
                                null));
            }
            default -> open.put(index, OpenBlock.other(block));
        }
    }

    private void delta(JsonNode root) {
        var block = open.get(root.path("index").asInt(0));
        var delta = root.path("delta");
        switch (delta.path("type").asString("")) {
            case "text_delta" -> say(delta.path("text").asString(""));
            case "thinking_delta" -> think(delta.path("thinking").asString(""));
            case "signature_delta" -> {
                if (block != null) {
                    block.sign(delta.path("signature").asString(""));
                }
            }
            case "input_json_delta" -> input(block, delta.path("partial_json").asString(""));
            case "citations_delta" -> cite(delta.path("citation"));
            default -> {
                if (block != null) {
                    block.add(delta);
                }
            }
        }
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.TextDelta(0, text));
        }
    }

    private void think(String text) {
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.ReasoningDelta(0, text));
        }
    }

    private void cite(JsonNode citation) {
        sink.accept(new ReplyEvent.Cited(0, BlockReader.citation(citation)));
    }

    private void input(@Nullable OpenBlock block, String json) {
        if (block == null || json.isEmpty()) {
            return;
        }
        block.append(json);
        if (block.kind() == OpenBlock.Kind.CALL) {
            sink.accept(new ReplyEvent.CallDelta(0, block.call(), json));
        }
    }

    private void close(int index) {
        var block = open.remove(index);
        if (block == null) {
            return;
        }
        switch (block.kind()) {
            case TEXT -> {}
            case THINKING -> {
                if (!block.signature().isEmpty()) {
                    sink.accept(
                            new ReplyEvent.ReasoningSealed(
                                    0, block.signature(), null, Dialect.ANTHROPIC));
                }
            }
            case CALL -> {
                if (block.isWithoutInput()) {
                    sink.accept(new ReplyEvent.CallDelta(0, block.call(), block.ownInput()));
                }
            }
            case OTHER -> {
                var whole = block.whole();
                var type = whole.path("type").asString("");
                sink.accept(
                        new ReplyEvent.PartAdded(
                                0, new ContentPart.Opaque(Dialect.ANTHROPIC, type, whole)));
            }
        }
    }

    private void closeAll() {
        while (!open.isEmpty()) {
            close(open.keySet().iterator().next());
        }
    }

    private void messageDelta(JsonNode root) {
        var delta = root.path("delta");
        var told = root.path("usage");
        if (told.isObject()) {
            usage.take(told);
            var known = usage.known();
            if (known != null) {
                sink.accept(new ReplyEvent.UsageKnown(known));
            }
        }
        if (delta.path("stop_reason").isString()) {
            closeAll();
            stopped = true;
            sink.accept(
                    new ReplyEvent.Stopped(
                            0,
                            StopWords.read(delta.path("stop_reason").asString()),
                            Fields.text(delta, "stop_sequence")));
        }
    }

    private void finish() {
        closeAll();
        over = true;
        sink.accept(new ReplyEvent.Finished());
    }

    @Override
    public void closeTexts(ByteSink out) {
        open.forEach((index, block) -> {
            if (block.kind() == OpenBlock.Kind.TEXT || block.kind() == OpenBlock.Kind.THINKING) {
                Events.stopBlock(index, out);
            }
        });
    }

    @Override
    public void terminate(ByteSink out) {
        if (stopped && !over) {
            Events.stopMessage(out);
        }
    }
}
