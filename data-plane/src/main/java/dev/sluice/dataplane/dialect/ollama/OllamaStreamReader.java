package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.LineReader;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Reads streams: the last object tells why it is the last, and what was used. */
final class OllamaStreamReader extends TreeStream {
    private final LineReader lines = new LineReader(this::onEvent);
    private final CallIds ids = new CallIds();
    private int calls;

    OllamaStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        lines.feed(bytes, from, to);
    }

    @Override
    public void end() {
        lines.end();
    }

    @Override
    public boolean isInsideEvent() {
        return lines.isInsideLine();
    }

    @Override
    protected boolean isError(JsonNode root) {
        return root.hasNonNull("error") || !root.isObject();
    }

    @Override
    protected void read(JsonNode root) {
        start(
                new ReplyEvent.Started(
                        null, Tree.text(root, "model"), OllamaReplies.createdAt(root)));
        var message = root.path("message");
        thought(0, message.path("thinking").asString(""));
        text(0, message.path("content").asString(""));
        for (var call : message.path("tool_calls").values()) {
            call(call);
        }
        var logprobs = OllamaReplies.logprobs(root);
        if (logprobs != null) {
            emit(new ReplyEvent.LogprobsAdded(0, logprobs));
        }
        if (root.path("done").asBoolean(false)) {
            var word = root.path("done_reason").asString("stop");
            emit(new ReplyEvent.Stopped(0, OllamaReplies.stop(word), null));
            var usage = OllamaReplies.usage(root);
            if (usage != null) {
                emit(new ReplyEvent.UsageKnown(usage));
            }
            finish();
        }
    }

    private void call(JsonNode call) {
        var name = call.path("function").path("name").asString("");
        var number = calls++;
        emit(
                new ReplyEvent.CallStarted(
                        0, number, ids.ofCall(Tree.text(call, "id"), name), name, null));
        arguments(0, number, Tree.arguments(call.path("function").path("arguments")));
    }
}
