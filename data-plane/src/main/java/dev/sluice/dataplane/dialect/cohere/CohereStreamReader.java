package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.LineReader;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams: the type of an event stands in its JSON, too. Events of the first version come one
 * to a line; the first byte tells.
 */
final class CohereStreamReader extends TreeStream {
    private final Map<Integer, Integer> calls = new HashMap<>();
    private final LineReader lines = new LineReader(this::onEvent);
    private final CohereFirst first;
    private boolean begun;
    private boolean byLine;

    CohereStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
        first = new CohereFirst(sink);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        for (var at = from; at < to && !begun; at++) {
            begun = !Character.isWhitespace(bytes[at]);
            byLine = bytes[at] == '{';
        }
        if (byLine) {
            lines.feed(bytes, from, to);
        } else {
            super.feed(bytes, from, to);
        }
    }

    @Override
    public void end() {
        if (byLine) {
            lines.end();
        } else {
            super.end();
        }
    }

    @Override
    public boolean isInsideEvent() {
        return byLine ? lines.isInsideLine() : super.isInsideEvent();
    }

    @Override
    protected boolean isError(JsonNode root) {
        return !root.isObject()
                || root.hasNonNull("error")
                || (!root.has("type")
                        && !root.has("event_type")
                        && root.path("message").isString());
    }

    @Override
    protected void read(JsonNode root) {
        if (root.has("event_type")) {
            start(new ReplyEvent.Started(Tree.text(root, "generation_id"), null, null));
            if (first.take(root)) {
                finish();
            }
            return;
        }
        var delta = root.path("delta");
        var message = delta.path("message");
        switch (type(root)) {
            case "message-start" ->
                    start(new ReplyEvent.Started(Tree.text(root, "id"), null, null));
            case "content-start", "content-delta" -> {
                var content = message.path("content");
                thought(0, content.path("thinking").asString(""));
                text(0, content.path("text").asString(""));
            }
            case "tool-plan-delta" -> thought(0, message.path(CohereMessages.PLAN).asString(""));
            case "tool-call-start" -> call(root.path("index").asInt(0), message.path("tool_calls"));
            case "tool-call-delta" -> {
                var number = calls.get(root.path("index").asInt(0));
                if (number != null) {
                    var function = message.path("tool_calls").path("function");
                    arguments(0, number, function.path("arguments").asString(""));
                }
            }
            case "citation-start" ->
                    emit(
                            new ReplyEvent.Cited(
                                    0, CohereMessages.citation(message.path("citations"))));
            case "message-end" -> end(delta);
            default -> {} // more of them come with time
        }
    }

    private void call(int index, JsonNode call) {
        var number = calls.size();
        calls.put(index, number);
        emit(
                new ReplyEvent.CallStarted(
                        0,
                        number,
                        call.path("id").asString(""),
                        call.path("function").path("name").asString(""),
                        null));
        arguments(0, number, call.path("function").path("arguments").asString(""));
    }

    private void end(JsonNode delta) {
        var word = delta.path("finish_reason").asString("");
        if (delta.hasNonNull("error")) {
            fail(Tree.bytes(delta));
            return;
        }
        if (!word.isEmpty()) {
            emit(new ReplyEvent.Stopped(0, CohereReplies.stop(word), null));
        }
        var usage = CohereReplies.usage(delta.path("usage"));
        if (usage != null) {
            emit(new ReplyEvent.UsageKnown(usage));
        }
        finish();
    }
}
