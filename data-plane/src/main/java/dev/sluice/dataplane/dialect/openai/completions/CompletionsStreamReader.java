package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.openai.FinishReason;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Reads streamed texts. */
final class CompletionsStreamReader extends TreeStream {
    CompletionsStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    @Override
    protected boolean isError(JsonNode root) {
        return root.hasNonNull("error");
    }

    @Override
    protected void read(JsonNode root) {
        if (!root.path("choices").isEmpty()) {
            start(
                    new ReplyEvent.Started(
                            CompletionsReplies.text(root, "id"),
                            CompletionsReplies.text(root, "model"),
                            Tree.whole(root, "created")));
        }
        if (root.path("usage").isObject()) {
            var usage = OpenAiUsage.read(root.path("usage"), root);
            if (usage != null) {
                emit(new ReplyEvent.UsageKnown(usage));
            }
        }
        var place = 0;
        for (var choice : root.path("choices").values()) {
            var index = choice.path("index").asInt(place++);
            text(index, choice.path("text").asString(""));
            if (choice.path("logprobs").isObject()) {
                emit(new ReplyEvent.LogprobsAdded(index, choice.path("logprobs")));
            }
            var finish = choice.path("finish_reason").asString("");
            if (FinishReason.of(finish) != FinishReason.NONE) {
                emit(new ReplyEvent.Stopped(index, CompletionsReplies.stop(finish), null));
            }
        }
    }
}
