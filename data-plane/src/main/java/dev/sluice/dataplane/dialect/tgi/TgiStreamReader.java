package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams. The last event repeats the whole text: only where no token came does that count as
 * one.
 */
final class TgiStreamReader extends TreeStream {
    private boolean said;

    TgiStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    @Override
    protected boolean isError(JsonNode root) {
        return root.hasNonNull("error") || !root.isObject();
    }

    @Override
    protected void read(JsonNode root) {
        start(new ReplyEvent.Started(null, null, null));
        var token = root.path("token");
        var text = token.path("text").asString("");
        if (!token.path("special").asBoolean(false) && !text.isEmpty()) {
            said = true;
            text(0, text);
        }
        if (!root.hasNonNull("generated_text")) {
            return;
        }
        if (!said) {
            text(0, root.path("generated_text").asString(""));
        }
        var details = root.path("details");
        var word = details.path("finish_reason").asString("eos_token");
        emit(new ReplyEvent.Stopped(0, TgiReplies.stop(word), null));
        var usage = TgiReplies.usage(details);
        if (usage != null) {
            emit(new ReplyEvent.UsageKnown(usage));
        }
        finish();
    }
}
