package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.openai.FinishReason;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ForeignJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads streamed texts. */
final class CompletionsStreamReader implements StreamReader {
    private static final String DONE = "[DONE]";

    private final Consumer<ReplyEvent> sink;
    private final SseReader frames = new SseReader(this::onEvent);
    private boolean started;
    private boolean over;

    CompletionsStreamReader(Consumer<ReplyEvent> sink) {
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
        if (over) {
            return;
        }
        if (new String(bytes, from, Math.min(to - from, DONE.length()), StandardCharsets.US_ASCII)
                .equals(DONE)) {
            over = true;
            sink.accept(new ReplyEvent.Finished());
            return;
        }
        try {
            var root = ForeignJson.read(bytes, from, to - from);
            if (root.hasNonNull("error")) {
                fail(Arrays.copyOfRange(bytes, from, to));
            } else {
                read(root);
            }
        } catch (JacksonException broken) {
            fail(
                    "{\"error\":{\"message\":\"a frame is no valid JSON\"}}"
                            .getBytes(StandardCharsets.US_ASCII));
        }
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
                            CompletionsReplies.text(root, "id"),
                            CompletionsReplies.text(root, "model"),
                            root.path("created").canConvertToLong()
                                    ? root.path("created").asLong()
                                    : null));
        }
        if (root.path("usage").isObject()) {
            var usage = OpenAiUsage.read(root.path("usage"));
            if (usage != null) {
                sink.accept(new ReplyEvent.UsageKnown(usage));
            }
        }
        var place = 0;
        for (var choice : root.path("choices").values()) {
            var index = choice.path("index").asInt(place++);
            var text = choice.path("text").asString("");
            if (!text.isEmpty()) {
                sink.accept(new ReplyEvent.TextDelta(index, text));
            }
            if (choice.path("logprobs").isObject()) {
                sink.accept(new ReplyEvent.LogprobsAdded(index, choice.path("logprobs")));
            }
            var finish = choice.path("finish_reason").asString("");
            if (FinishReason.of(finish) != FinishReason.NONE) {
                sink.accept(new ReplyEvent.Stopped(index, CompletionsReplies.stop(finish), null));
            }
        }
    }
}
