package dev.sluice.simulator.dialect.tgi;

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

/** {@code /generate}, {@code /generate_stream}, and {@code /} which is either. */
public final class Generate implements Dialect {
    /** Numbers of tokens mean nothing here but are there. */
    private static final int FIRST_TOKEN_ID = 1_000;

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode inputs = ask.body().path("inputs");
        if (!inputs.isString()) {
            throw new IllegalArgumentException("missing field `inputs`");
        }
        return new ChatRequest(
                ask.path().endsWith("_stream") || ask.body().path("stream").asBoolean(false),
                true,
                Ask.cap(ask.body().path("parameters").path("max_new_tokens")),
                1,
                null,
                new Prompt().says("user", inputs.stringValue()),
                List.of(),
                ask.body().path("parameters").path("grammar").isObject(),
                Powers.TEXT_ALONE);
    }

    /** What was read and written stands in the headers of a whole answer. */
    @Override
    public Map<String, String> headers(Answer answer) {
        return answer.tells() && !answer.request().stream()
                ? Map.of(
                        "x-prompt-tokens",
                        Integer.toString(answer.reply().promptTokens()),
                        "x-generated-tokens",
                        Integer.toString(answer.reply().completionTokens()))
                : Map.of();
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> whole = Fields.of("generated_text", reply.text());
        if (answer.ask().body().path("parameters").path("details").asBoolean(false)) {
            Map<String, @Nullable Object> details = details(answer);
            details.put("prefill", List.of());
            List<Object> tokens = new ArrayList<>();
            for (int i = 0; i < reply.tokensPerChoice(); i++) {
                if (reply.token(i) instanceof Token.Text(String text)) {
                    tokens.add(token(i, text));
                }
            }
            details.put("tokens", tokens);
            whole.put("details", details);
        }
        return answer.ask().path().endsWith("/") ? List.of(whole) : whole;
    }

    private static Object token(int index, String text) {
        return Fields.of(
                "id", FIRST_TOKEN_ID + index, "text", text, "logprob", -0.5, "special", false);
    }

    private static Map<String, @Nullable Object> details(Answer answer) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> details =
                Fields.of("finish_reason", reply.truncated() ? "length" : "eos_token");
        answer.usage(details, "generated_tokens", reply::completionTokens);
        details.put("seed", null);
        return details;
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Tokens(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ServerSentEvents.tight(script.framing(), _ -> List.of());
    }

    @Override
    public ErrorForm errors() {
        return new TgiErrors();
    }

    private static final class Tokens implements StreamForm {
        private final Answer answer;
        private int index;

        Tokens(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            if (token instanceof Token.Text(String text)) {
                out.put(event(token(index, text)));
            }
        }

        private Map<String, @Nullable Object> event(Object token) {
            return Fields.of(
                    "index", ++index, "token", token, "generated_text", null, "details", null);
        }

        /** A last token that is no text, and with it all the text once more. */
        @Override
        public void finish(FrameSink out) {
            Map<String, @Nullable Object> end =
                    Fields.of("id", 2, "text", "</s>", "logprob", -0.1, "special", true);
            Map<String, @Nullable Object> last = event(end);
            Map<String, @Nullable Object> details = details(answer);
            answer.usage(details, "input_length", answer.reply()::promptTokens);
            last.put("generated_text", answer.reply().text());
            last.put("details", details);
            out.put(null, last, answer.counted());
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(TgiErrors.body(told));
        }
    }
}
