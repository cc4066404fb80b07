package dev.sluice.simulator.dialect.dashscope;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Powers;
import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.answer.ToolCall;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.Frame;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Text and multimodal generation: the two differ in where the text stands. */
public final class Generation implements Dialect {
    @Override
    public ChatRequest read(Ask ask) {
        JsonNode input = ask.body().path("input");
        JsonNode parameters = ask.body().path("parameters");
        return new ChatRequest(
                ask.header("x-dashscope-sse").equals("enable")
                        || ask.header("accept").contains("text/event-stream"),
                true,
                Ask.cap(parameters.path("max_tokens")),
                Math.max(1, parameters.path("n").asInt(1)),
                null,
                prompt(input),
                Ask.texts(parameters.path("tools"), tool -> tool.path("function").path("name")),
                parameters.at("/response_format/json_schema").isObject(),
                Powers.ALL);
    }

    private static Prompt prompt(JsonNode input) {
        Prompt prompt = new Prompt();
        if (input.path("prompt").isString()) {
            return prompt.says("user", input.path("prompt").stringValue());
        }
        if (input.path("messages").isEmpty()) {
            throw new IllegalArgumentException("Either \"prompt\" or \"messages\" must exist.");
        }
        for (JsonNode message : input.path("messages")) {
            JsonNode content = message.path("content");
            prompt.says(message.path("role").asString(""), Prompt.textOf(content));
            for (JsonNode part : content) {
                if (part.path("image").isString()) {
                    prompt.shows(part.path("image").stringValue());
                }
            }
        }
        return prompt;
    }

    /** Whether the answer is a message; else it is a bare text, as models of old gave it. */
    static boolean isMessage(Answer answer) {
        String format =
                answer.ask().body().path("parameters").path("result_format").asString("text");
        return isMultimodal(answer) || format.equals("message");
    }

    private static boolean isMultimodal(Answer answer) {
        return answer.ask().path().contains("multimodal");
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> choices = new ArrayList<>();
        for (int i = 0; i < reply.choices(); i++) {
            List<Object> calls = new ArrayList<>();
            for (ToolCall call : reply.toolCalls()) {
                calls.add(toolCall(calls.size(), call, call.arguments()));
            }
            choices.add(
                    choice(
                            i,
                            message(answer, reply.text(), reply.reasoning(), calls),
                            finishReason(reply)));
        }
        Object output =
                isMessage(answer)
                        ? Fields.of("choices", choices)
                        : Fields.of("text", reply.text(), "finish_reason", finishReason(reply));
        return result(answer, output, reply.tokensPerChoice() * reply.choices());
    }

    static Map<String, @Nullable Object> message(
            Answer answer, String text, String reasoning, List<Object> calls) {
        List<Object> parts = text.isEmpty() ? List.of() : List.of(Fields.of("text", text));
        Map<String, @Nullable Object> message =
                Fields.of("role", "assistant", "content", isMultimodal(answer) ? parts : text);
        if (!reasoning.isEmpty()) {
            message.put("reasoning_content", reasoning);
        }
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        return message;
    }

    static Object choice(int index, Object message, String finishReason) {
        return Fields.of("finish_reason", finishReason, "index", index, "message", message);
    }

    static Object toolCall(int index, ToolCall call, String arguments) {
        return Fields.of(
                "index",
                index,
                "id",
                call.id(),
                "type",
                "function",
                "function",
                Fields.of("name", call.name(), "arguments", arguments));
    }

    static String finishReason(Reply reply) {
        if (reply.truncated()) {
            return "length";
        }
        return reply.toolCalls().isEmpty() ? "stop" : "tool_calls";
    }

    /** Every result tells what was used so far. */
    static Object result(Answer answer, Object output, int said) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> result = Fields.of("output", output);
        int completion = reply.completionTokensAfter(said);
        answer.usage(
                result,
                "usage",
                () ->
                        Fields.of(
                                "input_tokens",
                                reply.promptTokens(),
                                "output_tokens",
                                completion,
                                "total_tokens",
                                reply.promptTokens() + completion,
                                "prompt_tokens_details",
                                Fields.of("cached_tokens", reply.cachedTokens())));
        result.put("request_id", answer.id(""));
        return result;
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Results(answer);
    }

    /** Numbered, with the status in a comment between the fields, and no space anywhere. */
    @Override
    public Wire wire(Ask ask, Script script) {
        AtomicInteger id = new AtomicInteger();
        Function<Frame, List<String>> before =
                frame -> {
                    boolean error = "error".equals(frame.event());
                    return List.of(
                            "id:" + id.incrementAndGet(),
                            "event:" + frame.event(),
                            ":HTTP_STATUS/" + (error ? 500 : 200));
                };
        return ServerSentEvents.tight(script.framing(), before);
    }

    @Override
    public ErrorForm errors() {
        return new DashScopeErrors();
    }
}
