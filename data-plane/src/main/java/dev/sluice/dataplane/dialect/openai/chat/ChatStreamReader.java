package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.openai.ChatText;
import dev.sluice.dataplane.dialect.openai.FinishReason;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads streams as servers of the dialect really send them (wire facts: quirks 3 to 14, 28). */
final class ChatStreamReader implements StreamReader {
    private final Consumer<ReplyEvent> sink;
    private final SseReader frames = new SseReader(this::onEvent);
    private final CallTracker calls;
    private boolean started;
    private boolean over;

    ChatStreamReader(Consumer<ReplyEvent> sink) {
        this.sink = sink;
        this.calls = new CallTracker(sink);
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
        if (over) {
            return;
        }
        if (isDone(bytes, from, to)) {
            over = true;
            sink.accept(new ReplyEvent.Finished());
            return;
        }
        JsonNode root;
        try {
            root = ForeignJson.read(bytes, from, to - from);
        } catch (JacksonException broken) {
            fail(
                    "{\"error\":{\"message\":\"a frame is no valid JSON\"}}"
                            .getBytes(StandardCharsets.US_ASCII));
            return;
        }
        if (root.hasNonNull("error") || root.path("object").asString("").equals("error")) {
            fail(Arrays.copyOfRange(bytes, from, to));
            return;
        }
        read(root);
    }

    private static boolean isDone(byte[] bytes, int from, int to) {
        return to - from >= ChatText.DONE.length
                && Arrays.equals(
                        bytes,
                        from,
                        from + ChatText.DONE.length,
                        ChatText.DONE,
                        0,
                        ChatText.DONE.length);
    }

    private void fail(byte[] body) {
        over = true;
        sink.accept(new ReplyEvent.Failed(body));
    }

    private void read(JsonNode root) {
        if (!started && !root.path("choices").isEmpty()) {
            started = true;
            sink.accept(
                    new ReplyEvent.Started(
                            ChatRequestReader.text(root, "id"),
                            ChatRequestReader.text(root, "model"),
                            root.path("created").canConvertToLong()
                                    ? root.path("created").asLong()
                                    : null));
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

    private void usage(JsonNode node) {
        if (node.isObject()) {
            var usage = OpenAiUsage.read(node);
            if (usage != null) {
                sink.accept(new ReplyEvent.UsageKnown(usage));
            }
        }
    }

    private void choice(JsonNode node, int index) {
        usage(node.path("usage"));
        var delta = node.path("delta").isObject() ? node.path("delta") : node.path("message");
        var thinking = ChatReasoning.text(delta);
        if (!thinking.isEmpty()) {
            sink.accept(new ReplyEvent.ReasoningDelta(index, thinking));
        }
        text(delta.path("content"), index);
        var refusal = delta.path("refusal").asString("");
        if (!refusal.isEmpty()) {
            sink.accept(new ReplyEvent.RefusalDelta(index, refusal));
        }
        if (delta.path("audio").isObject()) {
            var audio = new ContentPart.Opaque(Dialect.OPENAI_CHAT, "audio", delta.path("audio"));
            sink.accept(new ReplyEvent.PartAdded(index, audio));
        }
        ChatParts.citations(delta.path("annotations"))
                .forEach(citation -> sink.accept(new ReplyEvent.Cited(index, citation)));
        calls.take(index, delta);
        if (node.path("logprobs").isObject()) {
            sink.accept(new ReplyEvent.LogprobsAdded(index, node.path("logprobs")));
        }
        finish(node.path("finish_reason").asString(""), index);
    }

    private void text(JsonNode content, int index) {
        if (content.isString() && !content.asString().isEmpty()) {
            sink.accept(new ReplyEvent.TextDelta(index, content.asString()));
        }
        for (var part : content.values()) {
            var text = part.path("text").asString("");
            if (part.path("type").asString("text").equals("text") && !text.isEmpty()) {
                sink.accept(new ReplyEvent.TextDelta(index, text));
            }
        }
    }

    private void finish(String word, int index) {
        if (FinishReason.of(word) != FinishReason.NONE) {
            sink.accept(new ReplyEvent.Stopped(index, ChatReplies.stop(word), null));
        }
    }
}
