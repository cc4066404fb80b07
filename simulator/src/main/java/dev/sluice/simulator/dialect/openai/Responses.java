package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.answer.ChatRequest;
import dev.sluice.simulator.answer.Powers;
import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.answer.Reply;
import dev.sluice.simulator.dialect.Answer;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Dialect;
import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.StreamForm;
import dev.sluice.simulator.dialect.TokenCount;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/responses}; nothing is kept of them. */
public final class Responses implements Dialect {
    /** {@code POST …/responses/input_tokens}. */
    public static final TokenCount COUNT =
            new TokenCount(
                    ask -> prompt(ask.body()),
                    tokens -> Fields.of("object", "response.input_tokens", "input_tokens", tokens));

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode body = ask.body();
        if (!body.has("input")) {
            throw new IllegalArgumentException("Missing required parameter: 'input'.");
        }
        return new ChatRequest(
                body.path("stream").asBoolean(false),
                true,
                Ask.cap(body.path("max_output_tokens")),
                1,
                Ask.textOrNull(body.path("user")),
                prompt(body),
                Ask.texts(body.path("tools"), tool -> tool.path("name")),
                body.at("/text/format/schema").isObject(),
                Powers.ALL);
    }

    private static Prompt prompt(JsonNode body) {
        Prompt prompt = new Prompt();
        JsonNode instructions = body.path("instructions");
        if (instructions.isString()) {
            prompt.says("system", instructions.stringValue());
        }
        JsonNode input = body.path("input");
        if (input.isString()) {
            return prompt.says("user", input.stringValue());
        }
        for (JsonNode item : input) {
            JsonNode content = item.path("content");
            switch (item.path("type").asString("message")) {
                case "message" -> {
                    prompt.says(item.path("role").asString(""), Prompt.textOf(content));
                    content.forEach(part -> show(prompt, part));
                }
                case "function_call_output" -> {
                    prompt.says("tool", Prompt.textOf(item.path("output")));
                    item.path("output").forEach(part -> show(prompt, part));
                }
                default -> {
                    // Calls and thoughts of before are not counted.
                }
            }
        }
        return prompt;
    }

    private static void show(Prompt prompt, JsonNode part) {
        if (part.path("image_url").isString()) {
            prompt.shows(part.path("image_url").stringValue());
        }
    }

    @Override
    public Object whole(Answer answer) {
        return ended(answer);
    }

    /** The response when nothing more comes. */
    static Map<String, @Nullable Object> ended(Answer answer) {
        Reply reply = answer.reply();
        Map<String, @Nullable Object> response =
                response(answer, reply.truncated() ? "incomplete" : "completed");
        if (reply.truncated()) {
            response.put("incomplete_details", Fields.of("reason", "max_output_tokens"));
        }
        response.put("output", OutputItem.all(answer));
        if (answer.tells()) {
            response.put("usage", usage(reply));
        } else if (!answer.saysNull()) {
            response.remove("usage");
        }
        return response;
    }

    /** A response in this state, with what the request asked for. */
    static Map<String, @Nullable Object> response(Answer answer, String status) {
        JsonNode asked = answer.ask().body();
        Map<String, @Nullable Object> response =
                Fields.of(
                        "id",
                        answer.id("resp_"),
                        "object",
                        "response",
                        "created_at",
                        answer.created().getEpochSecond(),
                        "status",
                        status,
                        "error",
                        null,
                        "incomplete_details",
                        null,
                        "model",
                        answer.model(),
                        "output",
                        List.of(),
                        "usage",
                        null);
        echo(response, asked, "instructions", null);
        echo(response, asked, "max_output_tokens", null);
        echo(response, asked, "metadata", Map.of());
        echo(response, asked, "parallel_tool_calls", true);
        echo(response, asked, "previous_response_id", null);
        echo(response, asked, "store", true);
        echo(response, asked, "temperature", 1.0);
        echo(response, asked, "text", Fields.of("format", Fields.of("type", "text")));
        echo(response, asked, "tool_choice", "auto");
        echo(response, asked, "tools", List.of());
        echo(response, asked, "top_p", 1.0);
        echo(response, asked, "truncation", "disabled");
        return response;
    }

    private static void echo(
            Map<String, @Nullable Object> response,
            JsonNode asked,
            String field,
            @Nullable Object absent) {
        response.put(field, asked.has(field) ? asked.get(field) : absent);
    }

    private static Object usage(Reply reply) {
        return Fields.of(
                "input_tokens",
                reply.promptTokens(),
                "input_tokens_details",
                Fields.of("cached_tokens", reply.cachedTokens()),
                "output_tokens",
                reply.completionTokens(),
                "output_tokens_details",
                Fields.of("reasoning_tokens", reply.reasoningTokens()),
                "total_tokens",
                reply.promptTokens() + reply.completionTokens());
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new ResponseEvents(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ServerSentEvents.usual(script.framing());
    }

    @Override
    public ErrorForm errors() {
        return new OpenAiErrors();
    }
}
