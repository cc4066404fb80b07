package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Powers;
import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.FrameSink;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/completions}: a prompt in, text out. */
public final class Completions implements Dialect {
    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        JsonNode prompt = body.path("prompt");
        String text = prompt.isArray() ? prompt.path(0).asString("") : prompt.asString("");
        return new ChatRequest(
                body.path("stream").asBoolean(false),
                body.path("stream_options").path("include_usage").asBoolean(false),
                Ask.cap(body.path("max_tokens")),
                Math.max(1, body.path("n").asInt(1)),
                Ask.textOrNull(body.path("user")),
                new Prompt().says("user", text),
                List.of(),
                false,
                Powers.TEXT_ALONE);
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> choices = new ArrayList<>();
        for (int i = 0; i < reply.choices(); i++) {
            choices.add(choice(i, reply.text(), ChatCompletions.finishReason(reply)));
        }
        Map<String, @Nullable Object> whole = completion(answer, choices);
        answer.usage(whole, "usage", () -> ChatCompletions.usage(reply));
        return whole;
    }

    private static Map<String, @Nullable Object> completion(Answer answer, List<Object> choices) {
        return Fields.of(
                "id",
                answer.id("cmpl-"),
                "object",
                "text_completion",
                "created",
                answer.created().getEpochSecond(),
                "model",
                answer.model(),
                "choices",
                choices);
    }

    private static Object choice(int index, String text, @Nullable String finishReason) {
        return Fields.of(
                "text", text, "index", index, "logprobs", null, "finish_reason", finishReason);
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Chunks(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ServerSentEvents.usual(script.framing());
    }

    @Override
    public ErrorForm errors() {
        return new OpenAiErrors();
    }

    private record Chunks(Answer answer) implements StreamForm {
        @Override
        public void content(int choice, Token token, FrameSink out) {
            if (token instanceof Token.Text(String text)) {
                chunk(List.of(choice(choice, text, null)), out);
            }
        }

        private void chunk(List<Object> choices, FrameSink out) {
            Map<String, @Nullable Object> chunk = completion(answer, choices);
            if (answer.request().usageInStream()) {
                chunk.put("usage", null);
            }
            out.put(chunk);
        }

        @Override
        public void finish(FrameSink out) {
            String why = ChatCompletions.finishReason(answer.reply());
            for (int i = 0; i < answer.reply().choices(); i++) {
                chunk(List.of(choice(i, "", why)), out);
            }
            if (answer.tells()) {
                Map<String, @Nullable Object> last = completion(answer, List.of());
                last.put("usage", ChatCompletions.usage(answer.reply()));
                out.put(null, last, answer.counted());
            }
            if (answer.script().done()) {
                out.put("[DONE]");
            }
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(OpenAiErrors.body(told));
        }
    }
}
