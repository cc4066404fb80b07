package dev.sluice.simulator.dialect.gemini;

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
import dev.sluice.simulator.dialect.TokenCount;
import dev.sluice.simulator.dialect.Told;
import dev.sluice.simulator.exchange.Bodies;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.wire.JsonArray;
import dev.sluice.simulator.wire.ServerSentEvents;
import dev.sluice.simulator.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code :generateContent} and {@code :streamGenerateContent}, as events or as an array. */
public final class GenerateContent implements Dialect {
    /** {@code :countTokens}, of contents or of a whole request in the request. */
    public static final TokenCount COUNT =
            new TokenCount(
                    ask -> {
                        JsonNode whole = ask.body().path("generateContentRequest");
                        JsonNode body = whole.isObject() ? whole : ask.body();
                        return prompt(body, body.path("contents"));
                    },
                    tokens -> Fields.of("totalTokens", tokens));

    @Override
    public ChatRequest read(Ask ask) {
        JsonNode config = ask.body().path("generationConfig");
        List<String> tools = new ArrayList<>();
        for (JsonNode tool : ask.body().path("tools")) {
            tools.addAll(
                    Ask.texts(
                            tool.path("functionDeclarations"), declared -> declared.path("name")));
        }
        return new ChatRequest(
                ask.path().contains("stream"),
                true,
                Ask.cap(config.path("maxOutputTokens")),
                Math.max(1, config.path("candidateCount").asInt(1)),
                null,
                prompt(ask.body(), ask.filled("contents")),
                tools,
                config.path("responseSchema").isObject()
                        || config.path("responseJsonSchema").isObject(),
                Powers.ALL);
    }

    private static Prompt prompt(JsonNode body, JsonNode contents) {
        Prompt prompt = new Prompt();
        if (body.has("systemInstruction")) {
            prompt.says("system", Prompt.textOf(body.path("systemInstruction").path("parts")));
        }
        for (JsonNode content : contents) {
            JsonNode parts = content.path("parts");
            int before = prompt.results().size();
            parts.forEach(part -> hear(prompt, part));
            String text = Prompt.textOf(parts);
            if (prompt.results().size() == before || !text.isEmpty()) {
                prompt.says(content.path("role").asString("user"), text);
            }
        }
        return prompt;
    }

    private static void hear(Prompt prompt, JsonNode part) {
        if (part.has("functionResponse")) {
            prompt.says("tool", part.path("functionResponse").path("response").toString());
        } else if (part.has("inlineData")) {
            JsonNode inline = part.path("inlineData");
            prompt.shows(inline.path("mimeType").asString(""), inline.path("data").asString(""));
        } else if (part.has("fileData")) {
            prompt.shows(part.path("fileData").path("fileUri").asString(""));
        }
    }

    @Override
    public Object whole(Answer answer) {
        Reply reply = answer.reply();
        List<Object> parts = new ArrayList<>();
        if (reply.reasoningTokens() > 0) {
            parts.add(Fields.of("text", reply.reasoning(), "thought", true));
        }
        if (reply.textTokens() > 0) {
            parts.add(Fields.of("text", reply.text()));
        }
        reply.toolCalls().forEach(call -> parts.add(functionCall(call)));
        List<Object> candidates = new ArrayList<>();
        for (int i = 0; i < reply.choices(); i++) {
            candidates.add(candidate(i, parts, finishReason(reply)));
        }
        int said = reply.tokensPerChoice() * reply.choices();
        return response(answer, candidates, said, reply.reasoningTokens() * reply.choices());
    }

    private static Map<String, @Nullable Object> functionCall(ToolCall call) {
        return Fields.of(
                "functionCall",
                Fields.of("name", call.name(), "args", Bodies.MAPPER.readTree(call.arguments())));
    }

    private static Map<String, @Nullable Object> candidate(
            int index, List<Object> parts, @Nullable String finishReason) {
        Map<String, @Nullable Object> candidate =
                Fields.of("content", Fields.of("parts", parts, "role", "model"));
        if (finishReason != null) {
            candidate.put("finishReason", finishReason);
        }
        candidate.put("index", index);
        return candidate;
    }

    /** Also after calls it stops, as far as it says. */
    private static String finishReason(Reply reply) {
        return reply.truncated() ? "MAX_TOKENS" : "STOP";
    }

    /** Usage after so many tokens, of which the thoughts stand beside the candidates'. */
    private static Map<String, @Nullable Object> response(
            Answer answer, List<Object> candidates, int said, int thought) {
        Map<String, @Nullable Object> response = Fields.of("candidates", candidates);
        Reply reply = answer.reply();
        int completion = reply.completionTokensAfter(said);
        answer.usage(
                response,
                "usageMetadata",
                () -> {
                    Map<String, @Nullable Object> usage =
                            Fields.of(
                                    "promptTokenCount",
                                    reply.promptTokens(),
                                    "candidatesTokenCount",
                                    Math.max(0, completion - thought));
                    if (reply.cachedTokens() > 0) {
                        usage.put("cachedContentTokenCount", reply.cachedTokens());
                    }
                    if (thought > 0) {
                        usage.put("thoughtsTokenCount", thought);
                    }
                    usage.put("totalTokenCount", reply.promptTokens() + completion);
                    return usage;
                });
        response.put("modelVersion", answer.model());
        response.put("responseId", answer.id(""));
        return response;
    }

    @Override
    public StreamForm stream(Answer answer) {
        return new Chunks(answer);
    }

    @Override
    public Wire wire(Ask ask, Script script) {
        return ask.query("alt").equals("sse")
                ? ServerSentEvents.crlf(script.framing())
                : new JsonArray(script.framing(), script.done());
    }

    @Override
    public ErrorForm errors() {
        return new GoogleErrors();
    }

    private static final class Chunks implements StreamForm {
        private final Answer answer;
        private int thought;

        Chunks(Answer answer) {
            this.answer = answer;
        }

        /** A call goes out when its arguments are whole. */
        @Override
        public void content(int choice, Token token, FrameSink out) {
            switch (token) {
                case Token.Thought(String text) -> {
                    thought++;
                    chunk(choice, Fields.of("text", text, "thought", true), null, out);
                }
                case Token.Text(String text) -> chunk(choice, Fields.of("text", text), null, out);
                case Token.Call _ -> {
                    // Said with the last of its arguments.
                }
                case Token.Arguments arguments -> {
                    if (arguments.last()) {
                        chunk(choice, functionCall(arguments.call()), null, out);
                    }
                }
            }
        }

        @Override
        public void finish(FrameSink out) {
            for (int i = 0; i < answer.reply().choices(); i++) {
                chunk(i, Fields.of("text", ""), finishReason(answer.reply()), out);
            }
        }

        private void chunk(int choice, Object part, @Nullable String finishReason, FrameSink out) {
            out.put(
                    null,
                    response(
                            answer,
                            List.of(candidate(choice, List.of(part), finishReason)),
                            out.tokens(),
                            thought),
                    answer.counted(answer.reply().completionTokensAfter(out.tokens())));
        }

        @Override
        public void error(Told told, FrameSink out) {
            out.put(GoogleErrors.body(told));
        }
    }
}
