package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.openai.FinishReason;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.route.Dialect;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Reads streams as servers of the dialect really send them (wire facts: quirks 3 to 14, 28). */
final class ChatStreamReader extends TreeStream {
    private final CallTracker calls;

    ChatStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
        this.calls = new CallTracker(sink);
    }

    @Override
    protected boolean isError(JsonNode root) {
        return root.hasNonNull("error") || root.path("object").asString("").equals("error");
    }

    @Override
    protected void read(JsonNode root) {
        if (!root.path("choices").isEmpty()) {
            start(
                    new ReplyEvent.Started(
                            ChatRequestReader.text(root, "id"),
                            ChatRequestReader.text(root, "model"),
                            Tree.whole(root, "created")));
        }
        usage(root.path("usage"));
        usage(root.path("x_groq").path("usage"));
        var place = 0;
        for (var choice : root.path("choices").values()) {
            if (choice.hasNonNull("error")) {
                fail(ForeignJson.bytes(choice));
                return;
            }
            choice(choice, choice.path("index").asInt(place));
            place++;
        }
    }

    @Override
    protected void terminated() {
        calls.close();
        super.terminated();
    }

    @Override
    public void end() {
        super.end();
        if (!isOver()) {
            calls.close();
        }
    }

    private void usage(JsonNode node) {
        if (node.isObject()) {
            var usage = OpenAiUsage.read(node);
            if (usage != null) {
                emit(new ReplyEvent.UsageKnown(usage));
            }
        }
    }

    private void choice(JsonNode node, int index) {
        usage(node.path("usage"));
        var delta = node.path("delta").isObject() ? node.path("delta") : node.path("message");
        thought(index, ChatReasoning.text(delta));
        content(delta.path("content"), index);
        var refusal = delta.path("refusal").asString("");
        if (!refusal.isEmpty()) {
            emit(new ReplyEvent.RefusalDelta(index, refusal));
        }
        if (delta.path("audio").isObject()) {
            var audio = new ContentPart.Opaque(Dialect.OPENAI_CHAT, "audio", delta.path("audio"));
            emit(new ReplyEvent.PartAdded(index, audio));
        }
        ChatParts.pictures(delta)
                .forEach(picture -> emit(new ReplyEvent.PartAdded(index, picture)));
        ChatParts.citations(delta.path("annotations"))
                .forEach(citation -> emit(new ReplyEvent.Cited(index, citation)));
        calls.take(index, delta);
        if (node.path("logprobs").isObject()) {
            emit(new ReplyEvent.LogprobsAdded(index, node.path("logprobs")));
        }
        stop(node.path("finish_reason").asString(""), index);
    }

    private void content(JsonNode content, int index) {
        if (content.isString()) {
            text(index, content.asString());
        }
        for (var part : content.values()) {
            if (part.path("type").asString("text").equals("text")) {
                text(index, part.path("text").asString(""));
            }
        }
    }

    private void stop(String word, int index) {
        if (FinishReason.of(word) != FinishReason.NONE) {
            calls.close(index);
            emit(new ReplyEvent.Stopped(index, ChatReplies.stop(word), null));
        }
    }
}
