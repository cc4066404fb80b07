package dev.sluice.system.sdk;

import com.google.genai.Client;
import com.google.genai.ResponseStream;
import com.google.genai.errors.ApiException;
import com.google.genai.types.Content;
import com.google.genai.types.CountTokensConfig;
import com.google.genai.types.EmbedContentConfig;
import com.google.genai.types.EmbedContentResponse;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.GenerateContentResponseUsageMetadata;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.ListModelsConfig;
import com.google.genai.types.Part;
import com.google.genai.types.ThinkingConfig;
import com.google.genai.types.Tool;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The Gen AI Java SDK. */
final class GenAiSdk implements Sdk {
    private final Map<String, Client> clients = new HashMap<>();

    @Override
    public String name() {
        return "google-genai, Java";
    }

    private Client client(Ask ask) {
        return clients.computeIfAbsent(
                ask.key(),
                key ->
                        Client.builder()
                                .apiKey(key)
                                .httpOptions(
                                        HttpOptions.builder()
                                                .baseUrl(ask.gateway())
                                                .retryOptions(
                                                        HttpRetryOptions.builder().attempts(1))
                                                .build())
                                .build());
    }

    @Override
    public Said whole(Ask ask) {
        return said(
                List.of(
                        client(ask)
                                .models
                                .generateContent(ask.alias(), contents(ask), config(ask))));
    }

    @Override
    public Optional<Said> stream(Ask ask, Predicate<String> piece) {
        List<GenerateContentResponse> chunks = new ArrayList<>();
        try (ResponseStream<GenerateContentResponse> stream =
                client(ask).models.generateContentStream(ask.alias(), contents(ask), config(ask))) {
            for (GenerateContentResponse chunk : stream) {
                chunks.add(chunk);
                String text = text(chunk);
                if (!text.isEmpty() && piece.test(text)) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(said(chunks));
    }

    private static List<Content> contents(Ask ask) {
        List<Part> parts = new ArrayList<>();
        parts.add(Part.fromText(ask.prompt()));
        if (ask.image() != null) {
            byte[] bytes = Base64.getDecoder().decode(ask.image().base64());
            parts.add(Part.fromBytes(bytes, ask.image().type()));
        }
        List<Content> contents = new ArrayList<>();
        contents.add(Content.builder().role("user").parts(parts).build());
        if (!ask.calls().isEmpty()) {
            List<Part> made = new ArrayList<>();
            List<Part> found = new ArrayList<>();
            for (int i = 0; i < ask.calls().size(); i++) {
                Said.ToolCall call = ask.calls().get(i);
                made.add(
                        Part.builder()
                                .functionCall(
                                        FunctionCall.builder()
                                                .id(call.id())
                                                .name(call.name())
                                                .args(call.arguments())
                                                .build())
                                .build());
                found.add(
                        Part.builder()
                                .functionResponse(
                                        FunctionResponse.builder()
                                                .id(call.id())
                                                .name(call.name())
                                                .response(Map.of("output", ask.results().get(i)))
                                                .build())
                                .build());
            }
            contents.add(Content.builder().role("model").parts(made).build());
            contents.add(Content.builder().role("user").parts(found).build());
        }
        return contents;
    }

    private static HttpOptions traced(Ask ask) {
        return HttpOptions.builder().headers(Map.of("traceparent", ask.traceparent())).build();
    }

    private static GenerateContentConfig config(Ask ask) {
        GenerateContentConfig.Builder config =
                GenerateContentConfig.builder().maxOutputTokens(ask.cap()).httpOptions(traced(ask));
        if (ask.system() != null) {
            config.systemInstruction(Content.fromParts(Part.fromText(ask.system())));
        }
        if (!ask.tools().isEmpty()) {
            List<FunctionDeclaration> functions =
                    ask.tools().stream()
                            .map(tool ->
                                    FunctionDeclaration.builder()
                                            .name(tool.name())
                                            .description(tool.description())
                                            .parametersJsonSchema(tool.parameters())
                                            .build())
                            .toList();
            config.tools(Tool.builder().functionDeclarations(functions).build());
        }
        if (ask.thoughts()) {
            config.thinkingConfig(ThinkingConfig.builder().includeThoughts(true).build());
        }
        if (ask.schema() != null) {
            config.responseMimeType("application/json").responseJsonSchema(ask.schema());
        }
        return config.build();
    }

    private static List<Part> parts(GenerateContentResponse chunk) {
        return chunk.candidates().orElse(List.of()).stream()
                .limit(1)
                .flatMap(candidate -> candidate.content().stream())
                .flatMap(content -> content.parts().orElse(List.of()).stream())
                .toList();
    }

    private static String text(GenerateContentResponse chunk) {
        return text(chunk, false);
    }

    private static String text(GenerateContentResponse chunk, boolean thought) {
        return parts(chunk).stream()
                .filter(part -> part.thought().orElse(false) == thought)
                .flatMap(part -> part.text().stream())
                .collect(Collectors.joining());
    }

    /** One answer out of the chunks of a stream, or out of a whole one. */
    private static Said said(List<GenerateContentResponse> chunks) {
        List<Said.ToolCall> calls =
                chunks.stream()
                        .flatMap(chunk -> parts(chunk).stream())
                        .flatMap(part -> part.functionCall().stream())
                        .map(call ->
                                new Said.ToolCall(
                                        call.id().orElse(""),
                                        call.name().orElse(""),
                                        call.args().orElse(Map.of())))
                        .toList();
        String reason =
                chunks.stream()
                        .flatMap(chunk -> chunk.candidates().orElse(List.of()).stream())
                        .flatMap(candidate -> candidate.finishReason().stream())
                        .map(Object::toString)
                        .filter(word -> !word.equals("FINISH_REASON_UNSPECIFIED"))
                        .reduce("none", (_, later) -> later);
        GenerateContentResponseUsageMetadata usage = chunks.getLast().usageMetadata().orElseThrow();
        return new Said(
                chunks.stream().map(GenAiSdk::text).collect(Collectors.joining()),
                chunks.stream().map(chunk -> text(chunk, true)).collect(Collectors.joining()),
                calls,
                switch (reason) {
                    case "STOP" -> calls.isEmpty() ? "stop" : "tools";
                    case "MAX_TOKENS" -> "length";
                    default -> reason;
                },
                new Said.Usage(
                        usage.promptTokenCount().orElse(0),
                        usage.cachedContentTokenCount().orElse(0),
                        usage.candidatesTokenCount().orElse(0)
                                + usage.thoughtsTokenCount().orElse(0)));
    }

    @Override
    public Fault fault(Throwable error) {
        String message = String.valueOf(error.getMessage());
        return error instanceof ApiException said
                ? new Fault(Fault.kindOf(said.code()), said.code(), null, message)
                : new Fault(error.toString(), 0, null, message);
    }

    @Override
    public Optional<List<String>> models(Ask ask) {
        List<String> names = new ArrayList<>();
        client(ask)
                .models
                .list(ListModelsConfig.builder().build())
                .forEach(model -> names.add(model.name().orElse("").replaceFirst("^models/", "")));
        return Optional.of(names);
    }

    @Override
    public OptionalLong count(Ask ask) {
        return OptionalLong.of(
                client(ask)
                        .models
                        .countTokens(
                                ask.alias(), contents(ask), CountTokensConfig.builder().build())
                        .totalTokens()
                        .orElseThrow());
    }

    @Override
    public Optional<Vectors> embed(Ask ask, List<String> texts) {
        EmbedContentResponse reply =
                client(ask)
                        .models
                        .embedContent(
                                ask.alias(),
                                texts,
                                EmbedContentConfig.builder().httpOptions(traced(ask)).build());
        return Optional.of(
                new Vectors(
                        reply.embeddings().orElseThrow().stream()
                                .map(one -> one.values().orElseThrow().size())
                                .toList(),
                        OptionalLong.empty()));
    }

    @Override
    public void close() {
        clients.values().forEach(Client::close);
    }
}
