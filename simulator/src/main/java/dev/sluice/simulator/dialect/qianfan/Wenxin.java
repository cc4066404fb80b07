package dev.sluice.simulator.dialect.qianfan;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Powers;
import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.answer.ToolCall;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code …/wenxinworkshop/chat/{model}}; one call at most, and no thoughts. */
public final class Wenxin implements Dialect {
    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        return new ChatRequest(
                body.path("stream").asBoolean(false),
                true,
                Ask.cap(body.path("max_output_tokens")),
                1,
                Ask.textOrNull(body.path("user_id")),
                prompt(ask),
                Ask.texts(body.path("functions"), function -> function.path("name")),
                false,
                new Powers(1, false));
    }

    /** Questions and answers by turns, a question first and last. */
    private static Prompt prompt(Ask ask) {
        Prompt prompt = new Prompt();
        if (ask.body().path("system").isString()) {
            prompt.says("system", ask.body().path("system").stringValue());
        }
        JsonNode messages = ask.filled("messages");
        for (int i = 0; i < messages.size(); i++) {
            String role = messages.path(i).path("role").asString("");
            if (role.equals("assistant") != (i % 2 == 1) || role.equals("system")) {
                throw new IllegalArgumentException(
                        "the role of message " + i + " must alternate between user and assistant");
            }
            prompt.says(role, messages.path(i).path("content").asString(""));
        }
        if (messages.size() % 2 == 0) {
            throw new IllegalArgumentException("the length of messages must be an odd number");
        }
        return prompt;
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> whole = result(answer, reply.text());
        reply.toolCalls().forEach(call -> whole.put("function_call", functionCall(call)));
        end(whole, reply);
        usage(answer, whole, reply.completionTokens());
        return whole;
    }

    private static Map<String, @Nullable Object> result(Answer answer, String text) {
        return Fields.of(
                "id",
                answer.id("as-"),
                "object",
                "chat.completion",
                "created",
                answer.created().getEpochSecond(),
                "result",
                text,
                "is_truncated",
                false,
                "need_clear_history",
                false);
    }

    private static Object functionCall(ToolCall call) {
        return Fields.of("name", call.name(), "thoughts", "", "arguments", call.arguments());
    }

    private static void end(Map<String, @Nullable Object> result, Reply reply) {
        result.put("is_truncated", reply.truncated());
        String natural = reply.toolCalls().isEmpty() ? "normal" : "function_call";
        result.put("finish_reason", reply.truncated() ? "length" : natural);
    }

    private static void usage(Answer answer, Map<String, @Nullable Object> result, int completion) {
        int prompt = answer.reply().promptTokens();
        answer.usage(
                result,
                "usage",
                () ->
                        Fields.of(
                                "prompt_tokens",
                                prompt,
                                "completion_tokens",
                                completion,
                                "total_tokens",
                                prompt + completion));
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Sentences(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ServerSentEvents.usual(script.framing());
    }

    @Override
    public ErrorForm errors() {
        return new QianfanErrors();
    }

    private static final class Sentences implements StreamForm {
        private final Answer answer;
        private int sentence;

        Sentences(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            switch (token) {
                case Token.Text(String text) -> put(result(answer, text), false, out);
                case Token.Arguments arguments -> {
                    if (arguments.last()) {
                        Map<String, @Nullable Object> call = result(answer, "");
                        call.put("function_call", functionCall(arguments.call()));
                        put(call, false, out);
                    }
                }
                case Token.Thought _, Token.Call _ -> {
                    // A call is said with the last of its arguments.
                }
            }
        }

        @Override
        public void finish(FrameSink out) {
            Map<String, @Nullable Object> last = result(answer, "");
            end(last, answer.reply());
            put(last, true, out);
        }

        private void put(Map<String, @Nullable Object> result, boolean end, FrameSink out) {
            int completion = answer.reply().completionTokensAfter(out.tokens());
            result.put("sentence_id", sentence++);
            result.put("is_end", end);
            usage(answer, result, completion);
            out.put(null, result, answer.counted(completion));
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(QianfanErrors.body(told));
        }
    }
}
