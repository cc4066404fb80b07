package dev.sluice.simulator.dialect.anthropic;

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
import dev.sluice.simulator.dialect.TokenCount;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Counted;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/messages}, also where Vertex has them. */
public final class Messages implements Dialect {
    /** {@code POST …/messages/count_tokens}. */
    public static final TokenCount COUNT =
            new TokenCount(Messages::prompt, tokens -> Fields.of("input_tokens", tokens));

    private static final String SIGNATURE = "c2ltdWxhdGVk";

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        Integer cap = Ask.cap(body.path("max_tokens"));
        if (cap == null) {
            throw new IllegalArgumentException("max_tokens: Field required");
        }
        return new ChatRequest(
                body.path("stream").asBoolean(ask.path().contains(":stream")),
                true,
                cap,
                1,
                Ask.textOrNull(body.path("metadata").path("user_id")),
                prompt(ask),
                Ask.texts(body.path("tools"), tool -> tool.path("name")),
                body.at("/output_config/format/schema").isObject(),
                Powers.ALL);
    }

    private static Prompt prompt(Ask ask) {
        Prompt prompt = new Prompt();
        if (ask.body().has("system")) {
            prompt.says("system", Prompt.textOf(ask.body().path("system")));
        }
        for (JsonNode message : ask.filled("messages")) {
            JsonNode content = message.path("content");
            int before = prompt.results().size();
            content.forEach(block -> hear(prompt, block));
            String text = Prompt.textOf(content);
            if (prompt.results().size() == before || !text.isEmpty()) {
                prompt.says(message.path("role").asString(""), text);
            }
        }
        return prompt;
    }

    private static void hear(Prompt prompt, JsonNode block) {
        JsonNode source = block.path("source");
        switch (block.path("type").asString("")) {
            case "tool_result" -> {
                prompt.says("tool", Prompt.textOf(block.path("content")));
                block.path("content").forEach(part -> hear(prompt, part));
            }
            case "image" -> {
                if (source.has("url")) {
                    prompt.shows(source.path("url").asString(""));
                } else {
                    prompt.shows(
                            source.path("media_type").asString(""),
                            source.path("data").asString(""));
                }
            }
            default -> {
                // Texts are heard together; the rest is not counted.
            }
        }
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> content = new ArrayList<>();
        if (reply.reasoningTokens() > 0) {
            content.add(
                    Fields.of(
                            "type",
                            "thinking",
                            "thinking",
                            reply.reasoning(),
                            "signature",
                            SIGNATURE));
        }
        if (reply.textTokens() > 0) {
            content.add(Fields.of("type", "text", "text", reply.text()));
        }
        for (ToolCall call : reply.toolCalls()) {
            content.add(toolUse(call, Bodies.MAPPER.readTree(call.arguments())));
        }
        Map<String, @Nullable Object> message = message(answer, content, stopReason(reply));
        answer.usage(message, "usage", () -> usage(reply, reply.completionTokens()));
        return message;
    }

    @Override
    public Map<String, String> headers(Answer answer) {
        return Map.of("request-id", answer.id("req_"));
    }

    private static Map<String, @Nullable Object> message(
            Answer answer, List<Object> content, @Nullable String stopReason) {
        return Fields.of(
                "id",
                answer.id("msg_"),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                answer.model(),
                "content",
                content,
                "stop_reason",
                stopReason,
                "stop_sequence",
                null);
    }

    private static Map<String, @Nullable Object> toolUse(ToolCall call, Object input) {
        return Fields.of(
                "type",
                "tool_use",
                "id",
                call.id().replace("call_", "toolu_"),
                "name",
                call.name(),
                "input",
                input);
    }

    private static String stopReason(Reply reply) {
        if (reply.truncated()) {
            return "max_tokens";
        }
        return reply.toolCalls().isEmpty() ? "end_turn" : "tool_use";
    }

    /** The prompt without what was cached stands beside that. */
    private static Object usage(Reply reply, int outputTokens) {
        return Fields.of(
                "input_tokens",
                reply.promptTokens() - reply.cachedTokens(),
                "cache_creation_input_tokens",
                0,
                "cache_read_input_tokens",
                reply.cachedTokens(),
                "output_tokens",
                outputTokens,
                "service_tier",
                "standard");
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
        return new AnthropicErrors();
    }

    private static final class Events implements StreamForm {
        private final Answer answer;
        private final Blocks blocks = new Blocks(Events::begin, Events::stop);

        Events(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void open(FrameSink out) {
            Map<String, @Nullable Object> message = message(answer, List.of(), null);
            Counted told = answer.counted(0);
            // The one output token is a placeholder here; the end tells the true figure.
            answer.usage(message, "usage", () -> usage(answer.reply(), 1));
            put("message_start", out, told, "message", message);
        }

        private static void begin(int index, Token token, FrameSink out) {
            Object block =
                    switch (token) {
                        case Token.Thought _ ->
                                Fields.of("type", "thinking", "thinking", "", "signature", "");
                        case Token.Text _ -> Fields.of("type", "text", "text", "");
                        case Token.Call(int _, ToolCall call) -> toolUse(call, Map.of());
                        case Token.Arguments arguments -> toolUse(arguments.call(), Map.of());
                    };
            put("content_block_start", out, null, "index", index, "content_block", block);
            if (index == 0) {
                put("ping", out, null);
            }
        }

        private static void stop(int index, Token token, FrameSink out) {
            if (token instanceof Token.Thought) {
                delta(index, Fields.of("type", "signature_delta", "signature", SIGNATURE), out);
            }
            put("content_block_stop", out, null, "index", index);
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            int index = blocks.enter(token, out);
            switch (token) {
                case Token.Thought(String text) ->
                        delta(index, Fields.of("type", "thinking_delta", "thinking", text), out);
                case Token.Text(String text) ->
                        delta(index, Fields.of("type", "text_delta", "text", text), out);
                case Token.Call _ ->
                        delta(
                                index,
                                Fields.of("type", "input_json_delta", "partial_json", ""),
                                out);
                case Token.Arguments arguments ->
                        delta(
                                index,
                                Fields.of(
                                        "type",
                                        "input_json_delta",
                                        "partial_json",
                                        arguments.text()),
                                out);
            }
        }

        private static void delta(int index, Object delta, FrameSink out) {
            put("content_block_delta", out, null, "index", index, "delta", delta);
        }

        @Override
        public void finish(FrameSink out) {
            blocks.close(out);
            Reply reply = answer.reply();
            Map<String, @Nullable Object> event =
                    Fields.of(
                            "type",
                            "message_delta",
                            "delta",
                            Fields.of("stop_reason", stopReason(reply), "stop_sequence", null));
            answer.usage(event, "usage", () -> usage(reply, reply.completionTokens()));
            out.put("message_delta", event, answer.counted());
            if (answer.script().done()) {
                put("message_stop", out, null);
            }
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put("error", AnthropicErrors.body(told));
        }

        private static void put(
                String type,
                FrameSink out,
                @Nullable Counted told,
                @Nullable Object... namesAndValues) {
            Map<String, @Nullable Object> event = Fields.of("type", type);
            event.putAll(Fields.of(namesAndValues));
            out.put(type, event, told);
        }
    }
}
