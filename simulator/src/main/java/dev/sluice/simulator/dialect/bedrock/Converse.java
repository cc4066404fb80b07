package dev.sluice.simulator.dialect.bedrock;

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
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.EventStream;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code /model/{id}/converse} and {@code /converse-stream}. */
public final class Converse implements Dialect {
    private static final String SIGNATURE = "c2ltdWxhdGVk";

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        return new ChatRequest(
                ask.path().endsWith("-stream"),
                true,
                Ask.cap(body.path("inferenceConfig").path("maxTokens")),
                1,
                null,
                prompt(ask),
                Ask.texts(
                        body.path("toolConfig").path("tools"),
                        tool -> tool.path("toolSpec").path("name")),
                body.at("/outputConfig/textFormat/structure").isObject(),
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
        if (block.has("toolResult")) {
            JsonNode content = block.path("toolResult").path("content");
            StringBuilder text = new StringBuilder(Prompt.textOf(content));
            for (JsonNode part : content) {
                text.append(part.has("json") ? part.path("json").toString() : "");
            }
            prompt.says("tool", text.toString());
            content.forEach(part -> hear(prompt, part));
        } else if (block.has("image")) {
            JsonNode image = block.path("image");
            prompt.shows(
                    "image/" + image.path("format").asString(""),
                    image.path("source").path("bytes").asString(""));
        }
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> content = new ArrayList<>();
        if (reply.reasoningTokens() > 0) {
            Object text = Fields.of("text", reply.reasoning(), "signature", SIGNATURE);
            content.add(Fields.of("reasoningContent", Fields.of("reasoningText", text)));
        }
        if (reply.textTokens() > 0) {
            content.add(Fields.of("text", reply.text()));
        }
        for (ToolCall call : reply.toolCalls()) {
            Map<String, @Nullable Object> use = toolUse(call);
            use.put("input", Bodies.MAPPER.readTree(call.arguments()));
            content.add(Fields.of("toolUse", use));
        }
        Map<String, @Nullable Object> whole =
                Fields.of(
                        "output",
                        Fields.of("message", Fields.of("role", "assistant", "content", content)),
                        "stopReason",
                        stopReason(reply));
        answer.usage(whole, "usage", () -> usage(reply));
        whole.put("metrics", Fields.of("latencyMs", 1));
        return whole;
    }

    private static Map<String, @Nullable Object> toolUse(ToolCall call) {
        return Fields.of("toolUseId", call.id().replace("call_", "tooluse_"), "name", call.name());
    }

    private static String stopReason(Reply reply) {
        if (reply.truncated()) {
            return "max_tokens";
        }
        return reply.toolCalls().isEmpty() ? "end_turn" : "tool_use";
    }

    private static Object usage(Reply reply) {
        return Fields.of(
                "inputTokens",
                reply.promptTokens() - reply.cachedTokens(),
                "outputTokens",
                reply.completionTokens(),
                "totalTokens",
                reply.promptTokens() + reply.completionTokens(),
                "cacheReadInputTokens",
                reply.cachedTokens(),
                "cacheWriteInputTokens",
                0);
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Events(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return new EventStream();
    }

    @Override
    public ErrorForm errors() {
        return new BedrockErrors();
    }

    private static final class Events implements StreamForm {
        private final Answer answer;
        private final Blocks blocks = new Blocks(Events::begin, Events::stop);

        Events(Answer answer) {
            this.answer = answer;
        }

        @Override
        public void open(FrameSink out) {
            out.put("messageStart", Fields.of("role", "assistant"));
        }

        /** Only calls begin with a frame of their own. */
        private static void begin(int index, Token token, FrameSink out) {
            if (token instanceof Token.Call(int _, ToolCall call)) {
                Object start = Fields.of("toolUse", toolUse(call));
                out.put("contentBlockStart", Fields.of("start", start, "contentBlockIndex", index));
            }
        }

        private static void stop(int index, Token token, FrameSink out) {
            if (token instanceof Token.Thought) {
                Object signed = Fields.of("signature", SIGNATURE);
                delta(index, Fields.of("reasoningContent", signed), out);
            }
            out.put("contentBlockStop", Fields.of("contentBlockIndex", index));
        }

        @Override
        public void content(int choice, Token token, FrameSink out) {
            int index = blocks.enter(token, out);
            switch (token) {
                case Token.Thought(String text) ->
                        delta(index, Fields.of("reasoningContent", Fields.of("text", text)), out);
                case Token.Text(String text) -> delta(index, Fields.of("text", text), out);
                case Token.Call _ -> {
                    // Its beginning says it.
                }
                case Token.Arguments arguments -> {
                    Object input = Fields.of("input", arguments.text());
                    delta(index, Fields.of("toolUse", input), out);
                }
            }
        }

        private static void delta(int index, Object delta, FrameSink out) {
            out.put("contentBlockDelta", Fields.of("delta", delta, "contentBlockIndex", index));
        }

        @Override
        public void finish(FrameSink out) {
            blocks.close(out);
            Reply reply = answer.reply();
            out.put("messageStop", Fields.of("stopReason", stopReason(reply)));
            Map<String, @Nullable Object> metadata = Fields.of();
            answer.usage(metadata, "usage", () -> usage(reply));
            metadata.put("metrics", Fields.of("latencyMs", 1));
            out.put("metadata", metadata, answer.counted());
        }

        @Override
        public void error(Told told, FrameSink out) {
            String kind = told.codeOr("");
            out.put(
                    kind.endsWith("Exception") ? kind : "internalServerException",
                    Fields.of("message", told.message()));
        }
    }
}
