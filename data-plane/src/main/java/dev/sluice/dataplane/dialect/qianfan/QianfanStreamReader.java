package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.LineReader;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Reads streams. An error comes as a bare object, which is no event at all. */
final class QianfanStreamReader extends TreeStream {
    private final LineReader bare = new LineReader(this::onLine);
    private final QianfanMessages messages = new QianfanMessages();
    private int calls;

    QianfanStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        super.feed(bytes, from, to);
        bare.feed(bytes, from, to);
    }

    @Override
    public void end() {
        super.end();
        bare.end();
    }

    private void onLine(byte[] bytes, int from, int to) {
        if (bytes[from] == '{') {
            onEvent(bytes, from, to);
        }
    }

    @Override
    protected boolean isError(JsonNode root) {
        return !root.isObject() || root.has("error_code") || root.hasNonNull("error");
    }

    @Override
    protected void read(JsonNode root) {
        start(new ReplyEvent.Started(Tree.text(root, "id"), null, Tree.whole(root, "created")));
        text(0, root.path("result").asString(""));
        var call = messages.call(root.path("function_call"));
        if (call != null) {
            emit(new ReplyEvent.CallStarted(0, calls, call.id(), call.name(), null));
            arguments(0, calls++, call.arguments());
        }
        var usage = QianfanReplies.usage(root.path("usage"));
        if (usage != null) {
            emit(new ReplyEvent.UsageKnown(usage));
        }
        if (root.path("is_end").asBoolean(false)) {
            emit(new ReplyEvent.Stopped(0, QianfanReplies.stop(root), null));
            finish();
        }
    }
}
