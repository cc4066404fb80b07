package dev.sluice.simulator.dialect.ollama;

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
import dev.sluice.simulator.wire.JsonLines;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code /api/chat}, and {@code /api/generate} where a prompt stands for the messages. */
public final class OllamaChat implements Dialect {
    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        return new ChatRequest(
                body.path("stream").asBoolean(true),
                true,
                Ask.cap(body.path("options").path("num_predict")),
                1,
                null,
                isGenerate(ask) ? given(body) : conversation(ask),
                Ask.texts(body.path("tools"), tool -> tool.path("function").path("name")),
                body.path("format").isObject(),
                isGenerate(ask) ? new Powers(0, true) : Powers.ALL);
    }

    private static boolean isGenerate(Ask ask) {
        return ask.path().endsWith("/generate");
    }

    private static Prompt given(JsonNode body) {
        Prompt prompt = new Prompt();
        if (body.path("system").isString()) {
            prompt.says("system", body.path("system").stringValue());
        }
        return prompt.says("user", body.path("prompt").asString(""));
    }

    private static Prompt conversation(Ask ask) {
        Prompt prompt = new Prompt();
        for (JsonNode message : ask.filled("messages")) {
            prompt.says(message.path("role").asString(""), message.path("content").asString(""));
            for (JsonNode image : message.path("images")) {
                prompt.shows("image", image.asString(""));
            }
        }
        return prompt;
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> calls = new ArrayList<>();
        for (ToolCall call : reply.toolCalls()) {
            calls.add(toolCall(calls.size(), call));
        }
        return last(answer, reply.text(), reply.reasoning(), calls);
    }

    private static Object toolCall(int index, ToolCall call) {
        return Fields.of(
                "id",
                call.id(),
                "function",
                Fields.of(
                        "index",
                        index,
                        "name",
                        call.name(),
                        "arguments",
                        Bodies.MAPPER.readTree(call.arguments())));
    }

    private static Map<String, @Nullable Object> line(
            Answer answer, String text, String thinking, List<Object> calls) {
        Map<String, @Nullable Object> line =
                Fields.of("model", answer.model(), "created_at", answer.created().toString());
        Map<String, @Nullable Object> said =
                isGenerate(answer.ask()) ? line : Fields.of("role", "assistant", "content", text);
        if (isGenerate(answer.ask())) {
            line.put("response", text);
        } else {
            line.put("message", said);
        }
        if (!thinking.isEmpty()) {
            said.put("thinking", thinking);
        }
        if (!calls.isEmpty()) {
            said.put("tool_calls", calls);
        }
        line.put("done", false);
        return line;
    }

    /** The line that ends an answer; calls end like any text. */
    private static Map<String, @Nullable Object> last(
            Answer answer, String text, String thinking, List<Object> calls) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> line = line(answer, text, thinking, calls);
        line.put("done", true);
        line.put("done_reason", reply.truncated() ? "length" : "stop");
        line.put("total_duration", 1_000_000);
        line.put("load_duration", 1_000);
        answer.usage(line, "prompt_eval_count", reply::promptTokens);
        line.put("prompt_eval_duration", 1_000);
        answer.usage(line, "eval_count", reply::completionTokens);
        line.put("eval_duration", 1_000);
        return line;
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Lines(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return new JsonLines(script.framing());
    }

    @Override
    public ErrorForm errors() {
        return new OllamaErrors();
    }

    private record Lines(Answer answer) implements StreamForm {
        /** A call goes out when its arguments are whole. */
        @Override
        public void content(int choice, Token token, FrameSink out) {
            switch (token) {
                case Token.Thought(String text) -> out.put(line(answer, "", text, List.of()));
                case Token.Text(String text) -> out.put(line(answer, text, "", List.of()));
                case Token.Call _ -> {
                    // Said with the last of its arguments.
                }
                case Token.Arguments arguments -> {
                    if (arguments.last()) {
                        Object call = toolCall(arguments.index(), arguments.call());
                        out.put(line(answer, "", "", List.of(call)));
                    }
                }
            }
        }

        @Override
        public void finish(FrameSink out) {
            out.put(null, last(answer, "", "", List.of()), answer.counted());
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(Fields.of("error", told.message()));
        }
    }
}
