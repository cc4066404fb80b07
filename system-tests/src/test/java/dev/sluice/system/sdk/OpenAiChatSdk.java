package dev.sluice.system.sdk;

import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.ResponseFormatJsonSchema;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.completions.CompletionUsage;
import com.openai.models.embeddings.CreateEmbeddingResponse;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.models.Model;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** openai-java, chat completions. */
final class OpenAiChatSdk implements Sdk {
    private final OpenAiClients clients = new OpenAiClients();

    @Override
    public String name() {
        return "openai-java, chat completions";
    }

    @Override
    public Said whole(Ask ask) {
        return said(clients.of(ask).chat().completions().create(params(ask).build()));
    }

    @Override
    public Optional<Said> stream(Ask ask, Predicate<String> piece) {
        ChatCompletionCreateParams params =
                params(ask)
                        .streamOptions(
                                ChatCompletionStreamOptions.builder().includeUsage(true).build())
                        .build();
        ChatCompletionAccumulator whole = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream =
                clients.of(ask).chat().completions().createStreaming(params)) {
            for (Iterator<ChatCompletionChunk> at = stream.stream().iterator(); at.hasNext(); ) {
                ChatCompletionChunk chunk = whole.accumulate(at.next());
                for (ChatCompletionChunk.Choice choice : chunk.choices()) {
                    String text = choice.delta().content().orElse("");
                    if (!text.isEmpty() && piece.test(text)) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(said(whole.chatCompletion()));
    }

    private static ChatCompletionCreateParams.Builder params(Ask ask) {
        ChatCompletionCreateParams.Builder params =
                ChatCompletionCreateParams.builder()
                        .model(ask.alias())
                        .maxCompletionTokens(ask.cap())
                        .putAdditionalHeader("traceparent", ask.traceparent());
        if (ask.system() != null) {
            params.addSystemMessage(ask.system());
        }
        params.addUserMessageOfArrayOfContentParts(content(ask));
        answers(ask, params);
        ask.tools().forEach(tool -> params.addTool(function(tool)));
        if (ask.schema() != null) {
            params.responseFormat(
                    ResponseFormatJsonSchema.builder()
                            .jsonSchema(
                                    ResponseFormatJsonSchema.JsonSchema.builder()
                                            .name("retelling")
                                            .strict(true)
                                            .schema(
                                                    ResponseFormatJsonSchema.JsonSchema.Schema
                                                            .builder()
                                                            .additionalProperties(
                                                                    OpenAiClients.json(
                                                                            ask.schema()))
                                                            .build())
                                            .build())
                            .build());
        }
        return params;
    }

    private static List<ChatCompletionContentPart> content(Ask ask) {
        List<ChatCompletionContentPart> parts = new ArrayList<>();
        parts.add(
                ChatCompletionContentPart.ofText(
                        ChatCompletionContentPartText.builder().text(ask.prompt()).build()));
        if (ask.image() != null) {
            String url = "data:" + ask.image().type() + ";base64," + ask.image().base64();
            parts.add(
                    ChatCompletionContentPart.ofImageUrl(
                            ChatCompletionContentPartImage.builder()
                                    .imageUrl(
                                            ChatCompletionContentPartImage.ImageUrl.builder()
                                                    .url(url)
                                                    .build())
                                    .build()));
        }
        return parts;
    }

    private static void answers(Ask ask, ChatCompletionCreateParams.Builder params) {
        if (ask.calls().isEmpty()) {
            return;
        }
        ChatCompletionAssistantMessageParam.Builder turn =
                ChatCompletionAssistantMessageParam.builder();
        for (Said.ToolCall call : ask.calls()) {
            turn.addToolCall(
                    ChatCompletionMessageFunctionToolCall.builder()
                            .id(call.id())
                            .function(
                                    ChatCompletionMessageFunctionToolCall.Function.builder()
                                            .name(call.name())
                                            .arguments(OpenAiClients.text(call.arguments()))
                                            .build())
                            .build());
        }
        params.addMessage(turn.build());
        for (int i = 0; i < ask.calls().size(); i++) {
            params.addMessage(
                    ChatCompletionToolMessageParam.builder()
                            .toolCallId(ask.calls().get(i).id())
                            .content(ask.results().get(i))
                            .build());
        }
    }

    private static ChatCompletionFunctionTool function(ScenarioTable.Tool tool) {
        return ChatCompletionFunctionTool.builder()
                .function(
                        FunctionDefinition.builder()
                                .name(tool.name())
                                .description(tool.description())
                                .parameters(
                                        FunctionParameters.builder()
                                                .additionalProperties(
                                                        OpenAiClients.json(tool.parameters()))
                                                .build())
                                .build())
                .build();
    }

    private static Said said(ChatCompletion completion) {
        ChatCompletion.Choice choice = completion.choices().getFirst();
        List<Said.ToolCall> calls =
                choice.message().toolCalls().orElse(List.of()).stream()
                        .map(call -> call.asFunction())
                        .map(call ->
                                new Said.ToolCall(
                                        call.id(),
                                        call.function().name(),
                                        OpenAiClients.arguments(call.function().arguments())))
                        .toList();
        String reason = choice.finishReason().asString();
        CompletionUsage usage = completion.usage().orElseThrow();
        long cached =
                usage.promptTokensDetails()
                        .flatMap(CompletionUsage.PromptTokensDetails::cachedTokens)
                        .orElse(0L);
        return new Said(
                choice.message().content().orElse(""),
                null,
                calls,
                reason.equals("tool_calls") ? "tools" : reason,
                new Said.Usage(usage.promptTokens(), cached, usage.completionTokens()));
    }

    @Override
    public Fault fault(Throwable error) {
        return OpenAiClients.fault(error);
    }

    @Override
    public Optional<List<String>> models(Ask ask) {
        return Optional.of(
                clients.of(ask).models().list().autoPager().stream().map(Model::id).toList());
    }

    @Override
    public Optional<Vectors> embed(Ask ask, List<String> texts) {
        CreateEmbeddingResponse reply =
                clients.of(ask)
                        .embeddings()
                        .create(
                                EmbeddingCreateParams.builder()
                                        .model(ask.alias())
                                        .inputOfArrayOfStrings(texts)
                                        .putAdditionalHeader("traceparent", ask.traceparent())
                                        .build());
        return Optional.of(
                new Vectors(
                        reply.data().stream().map(one -> one.embedding().size()).toList(),
                        OptionalLong.of(reply.usage().promptTokens())));
    }

    @Override
    public void close() {
        clients.close();
    }
}
