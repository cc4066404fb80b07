package dev.sluice.simulator.dialect.cohere;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Powers;
import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.Token;
import dev.sluice.simulator.answer.ToolCall;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Blocks;
import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.FrameSink;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Counted;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST /v2/chat}. */
public final class CohereChat implements Dialect {
    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        Prompt prompt = new Prompt();
        for (JsonNode message : ask.filled("messages")) {
            JsonNode content = message.path("content");
            prompt.says(message.path("role").asString(""), text(content));
            for (JsonNode part : content) {
                if (part.has("image_url")) {
                    prompt.shows(part.path("image_url").path("url").asString(""));
                }
            }
        }
        return new ChatRequest(
                body.path("stream").asBoolean(false),
                true,
                Ask.cap(body.path("max_tokens")),
                1,
                null,
                prompt,
                Ask.texts(body.path("tools"), tool -> tool.path("function").path("name")),
                body.at("/response_format/json_schema").isObject(),
                Powers.ALL);
    }

    /** A tool's result may be a document. */
    private static String text(JsonNode content) {
        StringBuilder text = new StringBuilder(Prompt.textOf(content));
        for (JsonNode part : content) {
            JsonNode document = part.path("document").path("data");
            text.append(document.isString() ? document.stringValue() : document.toString());
        }
        return text.toString();
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> message = Fields.of("role", "assistant");
        List<Object> content = new ArrayList<>();
        if (reply.reasoningTokens() > 0) {
            content.add(Fields.of("type", "thinking", "thinking", reply.reasoning()));
        }
        if (reply.textTokens() > 0) {
            content.add(Fields.of("type", "text", "text", reply.text()));
        }
        if (!content.isEmpty()) {
            message.put("content", content);
        }
        if (!reply.toolCalls().isEmpty()) {
            message.put(
                    "tool_calls",
                    reply.toolCalls().stream()
                            .map(call -> toolCall(call, call.arguments()))
                            .toList());
        }
        Map<String, @Nullable Object> whole =
                Fields.of(
                        "id",
                        answer.id(""),
                        "message",
                        message,
                        "finish_reason",
                        finishReason(reply));
        answer.usage(whole, "usage", () -> usage(reply));
        return whole;
    }

    private static Object toolCall(ToolCall call, String arguments) {
        return Fields.of(
                "id",
                call.id(),
                "type",
                "function",
                "function",
                Fields.of("name", call.name(), "arguments", arguments));
    }

    private static String finishReason(Reply reply) {
        if (reply.truncated()) {
            return "MAX_TOKENS";
        }
        return reply.toolCalls().isEmpty() ? "COMPLETE" : "TOOL_CALL";
    }

    private static Object usage(Reply reply) {
        return Fields.of(
                "billed_units",
                tokens(reply),
                "tokens",
                tokens(reply),
                "cached_tokens",
                reply.cachedTokens());
    }

    private static Object tokens(Reply reply) {
        return Fields.of(
                "input_tokens", reply.promptTokens(), "output_tokens", reply.completionTokens());
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Events(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ServerSentEvents.usual(script.framing());
    }

    @Override
    public ErrorForm errors() {
        return new CohereErrors();
    }

    private static final class Events implements StreamForm {
        private final Answer answer;
        private final Blocks blocks = new Blocks(Events::begin, Events::end);

        Events(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void open(FrameSink out) {
            Object message =
                    Fields.of(
                            "role",
                            "assistant",
                            "content",
                            List.of(),
                            "tool_plan",
                            "",
                            "tool_calls",
                            List.of(),
                            "citations",
                            List.of());
            out.put(
                    "message-start",
                    Fields.of(
                            "id",
                            answer.id(""),
                            "type",
                            "message-start",
                            "delta",
                            Fields.of("message", message)));
        }

        private static void begin(int index, Token token, FrameSink out) {
            switch (token) {
                case Token.Thought _ ->
                        content("content-start", index, content("thinking", ""), out);
                case Token.Text _ -> content("content-start", index, content("text", ""), out);
                case Token.Call(int at, ToolCall call) ->
                        put("tool-call-start", at, "tool_calls", toolCall(call, ""), out);
                case Token.Arguments _ -> {
                    // A call has begun with its head.
                }
            }
        }

        private static Map<String, @Nullable Object> content(String type, String text) {
            return Fields.of("type", type, type, text);
        }

        private static void content(String type, int index, Object content, FrameSink out) {
            put(type, index, "content", content, out);
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            int index = blocks.enter(token, out);
            switch (token) {
                case Token.Thought(String text) ->
                        content("content-delta", index, Fields.of("thinking", text), out);
                case Token.Text(String text) ->
                        content("content-delta", index, Fields.of("text", text), out);
                case Token.Call _ -> {
                    // Its beginning says it.
                }
                case Token.Arguments arguments -> {
                    Object function = Fields.of("arguments", arguments.text());
                    put(
                            "tool-call-delta",
                            arguments.index(),
                            "tool_calls",
                            Fields.of("function", function),
                            out);
                }
            }
        }

        private static void end(int index, Token token, FrameSink out) {
            switch (token) {
                case Token.Thought _, Token.Text _ ->
                        out.put("content-end", Fields.of("type", "content-end", "index", index));
                case Token.Call(int at, ToolCall _) -> callEnd(at, out);
                case Token.Arguments arguments -> callEnd(arguments.index(), out);
            }
        }

        private static void callEnd(int index, FrameSink out) {
            out.put("tool-call-end", Fields.of("type", "tool-call-end", "index", index));
        }

        private static void put(String type, int index, String field, Object value, FrameSink out) {
            Object delta = Fields.of("message", Fields.of(field, value));
            out.put(type, Fields.of("type", type, "index", index, "delta", delta));
        }

        @Override
        public void finish(FrameSink out) {
            blocks.close(out);
            Map<String, @Nullable Object> delta =
                    Fields.of("finish_reason", finishReason(answer.reply()));
            answer.usage(delta, "usage", () -> usage(answer.reply()));
            messageEnd(delta, answer.counted(), out);
            if (answer.script().done()) {
                out.put("[DONE]");
            }
        }

        @Override
        public void error(Told told, FrameSink out) {
            messageEnd(Fields.of("finish_reason", "ERROR", "error", told.message()), null, out);
        }

        private static void messageEnd(Object delta, @Nullable Counted told, FrameSink out) {
            out.put("message-end", Fields.of("type", "message-end", "delta", delta), told);
        }
    }
}
