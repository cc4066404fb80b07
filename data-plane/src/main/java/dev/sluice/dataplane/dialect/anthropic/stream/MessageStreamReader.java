package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.anthropic.AnthropicUsage;
import dev.sluice.dataplane.dialect.anthropic.BlockReader;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import dev.sluice.dataplane.dialect.anthropic.StopWords;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.route.Dialect;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams as servers of the dialect really send them: usage in pieces, pings anywhere, calls
 * without arguments, blocks that nobody closes, events and deltas of tomorrow.
 */
final class MessageStreamReader extends TreeStream {
    private static final Set<String> EVENTS =
            Set.of(
                    "message_start",
                    "content_block_start",
                    "content_block_delta",
                    "content_block_stop",
                    "message_delta",
                    "message_stop");

    private final AnthropicUsage usage = new AnthropicUsage();
    private final Map<Integer, OpenBlock> open = new TreeMap<>();
    private int calls;
    private boolean stopped;

    MessageStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    /** Some servers end with OpenAI's terminator, too: the dialect's own counts. */
    @Override
    protected void terminated() {}

    @Override
    protected boolean isError(JsonNode root) {
        var type = type(root);
        return type.equals("error") || (!EVENTS.contains(type) && root.hasNonNull("error"));
    }

    @Override
    protected void read(JsonNode root) {
        switch (type(root)) {
            case "message_start" -> start(root.path("message"));
            case "content_block_start" -> openBlock(root);
            case "content_block_delta" -> delta(root);
            case "content_block_stop" -> close(root.path("index").asInt(0));
            case "message_delta" -> messageDelta(root);
            case "message_stop" -> closeAndFinish();
            default -> {} // more of them come with time
        }
    }

    private void start(JsonNode message) {
        usage.take(message.path("usage"));
        usage.forgetOutput();
        start(
                new ReplyEvent.Started(
                        Fields.text(message, "id"), Fields.text(message, "model"), null));
    }

    private void openBlock(JsonNode root) {
        var index = root.path("index").asInt(open.size());
        close(index);
        var block = root.path("content_block");
        var type = block.path("type").asString("");
        switch (type) {
            case "text" -> {
                open.put(index, OpenBlock.text());
                text(0, block.path("text").asString(""));
                block.path("citations").values().forEach(this::cite);
            }
            case "thinking" -> {
                open.put(index, OpenBlock.thinking(Fields.text(block, "signature")));
                thought(0, block.path("thinking").asString(""));
            }
            case "redacted_thinking" ->
                    emit(
                            new ReplyEvent.ReasoningSealed(
                                    0, null, Fields.text(block, "data"), Dialect.ANTHROPIC));
            case "tool_use" -> {
                var call = calls++;
                open.put(index, OpenBlock.call(call, block.path("input")));
                emit(
                        new ReplyEvent.CallStarted(
                                0,
                                call,
                                block.path("id").asString(""),
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
            case "text_delta" -> text(0, delta.path("text").asString(""));
            case "thinking_delta" -> thought(0, delta.path("thinking").asString(""));
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

    private void cite(JsonNode citation) {
        emit(new ReplyEvent.Cited(0, BlockReader.citation(citation)));
    }

    private void input(@Nullable OpenBlock block, String json) {
        if (block == null || json.isEmpty()) {
            return;
        }
        block.append(json);
        if (block.kind() == OpenBlock.Kind.CALL) {
            emit(new ReplyEvent.CallDelta(0, block.call(), json));
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
                    emit(
                            new ReplyEvent.ReasoningSealed(
                                    0, block.signature(), null, Dialect.ANTHROPIC));
                }
            }
            case CALL -> {
                if (block.isWithoutInput()) {
                    emit(new ReplyEvent.CallDelta(0, block.call(), block.ownInput()));
                }
            }
            case OTHER -> {
                var whole = block.whole();
                var type = whole.path("type").asString("");
                emit(
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
                emit(new ReplyEvent.UsageKnown(known));
            }
        }
        if (!delta.path("stop_reason").asString("").isEmpty()) {
            closeAll();
            stopped = true;
            emit(
                    new ReplyEvent.Stopped(
                            0,
                            StopWords.read(delta.path("stop_reason").asString()),
                            Fields.text(delta, "stop_sequence")));
        }
    }

    private void closeAndFinish() {
        closeAll();
        finish();
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
        if (stopped && !isOver()) {
            Events.stopMessage(out);
        }
    }
}
