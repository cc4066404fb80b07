package dev.sluice.simulator.dialect.openai;

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
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.UsageMode;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/chat/completions}. */
public final class ChatCompletions implements Dialect {
    static final String FINGERPRINT = "fp_sim";

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        Prompt prompt = new Prompt();
        for (JsonNode message : ask.filled("messages")) {
            JsonNode content = message.path("content");
            prompt.says(message.path("role").asString(""), Prompt.textOf(content));
            for (JsonNode part : content) {
                if (part.has("image_url")) {
                    prompt.shows(part.path("image_url").path("url").asString(""));
                }
            }
        }
        return new ChatRequest(
                body.path("stream").asBoolean(false),
                body.path("stream_options").path("include_usage").asBoolean(false),
                Ask.cap(body.path("max_completion_tokens"), body.path("max_tokens")),
                Math.max(1, body.path("n").asInt(1)),
                Ask.textOrNull(body.path("user")),
                prompt,
                Ask.texts(body.path("tools"), tool -> tool.path("function").path("name")),
                body.at("/response_format/json_schema/schema").isObject(),
                Powers.ALL);
    }

    @Override
    public Object whole(Answer answer) {
        List<Object> choices = new ArrayList<>();
        for (int i = 0; i < answer.reply().choices(); i++) {
            choices.add(
                    Fields.of(
                            "index",
                            i,
                            "message",
                            message(answer.reply()),
                            "logprobs",
                            null,
                            "finish_reason",
                            finishReason(answer.reply())));
        }
        Map<String, @Nullable Object> whole =
                Fields.of(
                        "id",
                        answer.id("chatcmpl-"),
                        "object",
                        "chat.completion",
                        "created",
                        answer.created().getEpochSecond(),
                        "model",
                        answer.model(),
                        "choices",
                        choices);
        answer.usage(whole, "usage", () -> usage(answer.reply()));
        whole.put("system_fingerprint", FINGERPRINT);
        return whole;
    }

    private static Map<String, @Nullable Object> message(Reply reply) {
        boolean callsAlone = reply.textTokens() == 0 && !reply.toolCalls().isEmpty();
        Map<String, @Nullable Object> message =
                Fields.of(
                        "role",
                        "assistant",
                        "content",
                        callsAlone ? null : reply.text(),
                        "refusal",
                        null);
        if (reply.reasoningTokens() > 0) {
            message.put("reasoning_content", reply.reasoning());
        }
        if (!reply.toolCalls().isEmpty()) {
            message.put(
                    "tool_calls",
                    reply.toolCalls().stream().map(ChatCompletions::toolCall).toList());
        }
        return message;
    }

    private static Map<String, @Nullable Object> toolCall(ToolCall call) {
        return Fields.of(
                "id",
                call.id(),
                "type",
                "function",
                "function",
                Fields.of("name", call.name(), "arguments", call.arguments()));
    }

    static String finishReason(Reply reply) {
        if (reply.truncated()) {
            return "length";
        }
        return reply.toolCalls().isEmpty() ? "stop" : "tool_calls";
    }

    static Object usage(Reply reply) {
        return Fields.of(
                "prompt_tokens",
                reply.promptTokens(),
                "completion_tokens",
                reply.completionTokens(),
                "total_tokens",
                reply.promptTokens() + reply.completionTokens(),
                "prompt_tokens_details",
                Fields.of("cached_tokens", reply.cachedTokens()),
                "completion_tokens_details",
                Fields.of("reasoning_tokens", reply.reasoningTokens() * reply.choices()));
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

    /** Put together as text: at full speed these are what the bench is measured with. */
    private static final class Chunks implements StreamForm {
        private final Answer answer;
        private final String opening;
        private final String closing;

        Chunks(Answer answer) {
            this.answer = answer;
            this.opening =
                    "{\"id\":"
                            + quote(answer.id("chatcmpl-"))
                            + ",\"object\":\"chat.completion.chunk\",\"created\":"
                            + answer.created().getEpochSecond()
                            + ",\"model\":"
                            + quote(answer.model())
                            + ",\"system_fingerprint\":\"fp_sim\",\"choices\":[";
            // With include_usage every chunk before the last carries a null usage, as at OpenAI.
            boolean nulls =
                    answer.request().usageInStream()
                            && answer.script().usage().mode() != UsageMode.NEVER;
            this.closing = nulls ? "],\"usage\":null}" : "]}";
        }

        @Override
        public void open(FrameSink out) {
            for (int choice = 0; choice < answer.reply().choices(); choice++) {
                chunk(
                        choice,
                        "{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}",
                        "null",
                        out);
            }
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            chunk(choice, delta(token), "null", out);
        }

        private static String delta(Token token) {
            return switch (token) {
                case Token.Thought(String text) -> "{\"reasoning_content\":" + quote(text) + "}";
                case Token.Text(String text) -> "{\"content\":" + quote(text) + "}";
                case Token.Call(int index, ToolCall call) ->
                        "{\"tool_calls\":[{\"index\":"
                                + index
                                + ",\"id\":"
                                + quote(call.id())
                                + ",\"type\":\"function\",\"function\":{\"name\":"
                                + quote(call.name())
                                + ",\"arguments\":\"\"}}]}";
                case Token.Arguments arguments ->
                        "{\"tool_calls\":[{\"index\":"
                                + arguments.index()
                                + ",\"function\":{\"arguments\":"
                                + quote(arguments.text())
                                + "}}]}";
            };
        }

        @Override
        public void finish(FrameSink out) {
            for (int choice = 0; choice < answer.reply().choices(); choice++) {
                chunk(choice, "{}", quote(finishReason(answer.reply())), out);
            }
            if (answer.tells()) {
                out.put(
                        null,
                        opening
                                + "],\"usage\":"
                                + Bodies.MAPPER.writeValueAsString(usage(answer.reply()))
                                + "}",
                        answer.counted());
            }
            if (answer.script().done()) {
                out.put("[DONE]");
            }
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(OpenAiErrors.body(told));
        }

        private void chunk(int choice, String delta, String finishReason, FrameSink out) {
            out.put(
                    opening
                            + "{\"index\":"
                            + choice
                            + ",\"delta\":"
                            + delta
                            + ",\"logprobs\":null,\"finish_reason\":"
                            + finishReason
                            + "}"
                            + closing);
        }

        private static String quote(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < 0x20 || c == '"' || c == '\\') {
                    return Bodies.MAPPER.writeValueAsString(text);
                }
            }
            return "\"" + text + "\"";
        }
    }
}
