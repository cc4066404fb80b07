package dev.sluice.system.sdk;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.InternalServerException;
import com.anthropic.errors.NotFoundException;
import com.anthropic.errors.RateLimitException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.ImageBlockParam;
import com.anthropic.models.messages.JsonOutputFormat;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCountTokensParams;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.OutputConfig;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.anthropic.models.messages.TextBlock;
import com.anthropic.models.messages.TextBlockParam;
import com.anthropic.models.messages.ThinkingBlock;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlockParam;
import com.anthropic.models.messages.Usage;
import com.anthropic.models.models.ModelInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** anthropic-java. */
final class AnthropicSdk implements Sdk {
    private final Map<String, AnthropicClient> clients = new HashMap<>();

    @Override
    public String name() {
        return "anthropic-java";
    }

    private AnthropicClient client(Ask ask) {
        return clients.computeIfAbsent(
                ask.key(),
                key ->
                        AnthropicOkHttpClient.builder()
                                .baseUrl(ask.gateway())
                                .apiKey(key)
                                .maxRetries(0)
                                .build());
    }

    @Override
    public Said whole(Ask ask) {
        return said(client(ask).messages().create(params(ask)));
    }

    @Override
    public Optional<Said> stream(Ask ask, Predicate<String> piece) {
        MessageAccumulator whole = MessageAccumulator.create();
        try (StreamResponse<RawMessageStreamEvent> stream =
                client(ask).messages().createStreaming(params(ask))) {
            for (Iterator<RawMessageStreamEvent> at = stream.stream().iterator(); at.hasNext(); ) {
                RawMessageStreamEvent event = whole.accumulate(at.next());
                Optional<String> text =
                        event.contentBlockDelta()
                                .flatMap(delta -> delta.delta().text())
                                .map(delta -> delta.text());
                if (text.isPresent() && piece.test(text.get())) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(said(whole.message()));
    }

    private static MessageCreateParams params(Ask ask) {
        MessageCreateParams.Builder params =
                MessageCreateParams.builder()
                        .model(ask.alias())
                        .maxTokens(ask.cap())
                        .addUserMessageOfContentBlockParams(content(ask))
                        .putAdditionalHeader("traceparent", ask.traceparent());
        if (ask.system() != null) {
            params.system(ask.system());
        }
        answers(ask, params);
        for (ScenarioTable.Tool tool : ask.tools()) {
            params.addTool(
                    Tool.builder()
                            .name(tool.name())
                            .description(tool.description())
                            .inputSchema(
                                    JsonValue.from(tool.parameters())
                                            .convert(Tool.InputSchema.class))
                            .build());
        }
        if (ask.thoughts()) {
            params.enabledThinking(2_000);
        }
        if (ask.schema() != null) {
            params.outputConfig(
                    OutputConfig.builder()
                            .format(
                                    JsonOutputFormat.builder()
                                            .schema(
                                                    JsonOutputFormat.Schema.builder()
                                                            .additionalProperties(
                                                                    json(ask.schema()))
                                                            .build())
                                            .build())
                            .build());
        }
        return params.build();
    }

    private static List<ContentBlockParam> content(Ask ask) {
        List<ContentBlockParam> blocks = new ArrayList<>();
        blocks.add(ContentBlockParam.ofText(TextBlockParam.builder().text(ask.prompt()).build()));
        if (ask.image() != null) {
            blocks.add(
                    ContentBlockParam.ofImage(
                            ImageBlockParam.builder()
                                    .source(
                                            Base64ImageSource.builder()
                                                    .mediaType(
                                                            Base64ImageSource.MediaType.of(
                                                                    ask.image().type()))
                                                    .data(ask.image().base64())
                                                    .build())
                                    .build()));
        }
        return blocks;
    }

    private static void answers(Ask ask, MessageCreateParams.Builder params) {
        if (ask.calls().isEmpty()) {
            return;
        }
        List<ContentBlockParam> made = new ArrayList<>();
        List<ContentBlockParam> found = new ArrayList<>();
        for (int i = 0; i < ask.calls().size(); i++) {
            Said.ToolCall call = ask.calls().get(i);
            made.add(
                    ContentBlockParam.ofToolUse(
                            ToolUseBlockParam.builder()
                                    .id(call.id())
                                    .name(call.name())
                                    .input(
                                            ToolUseBlockParam.Input.builder()
                                                    .additionalProperties(json(call.arguments()))
                                                    .build())
                                    .build()));
            found.add(
                    ContentBlockParam.ofToolResult(
                            ToolResultBlockParam.builder()
                                    .toolUseId(call.id())
                                    .content(ask.results().get(i))
                                    .build()));
        }
        params.addAssistantMessageOfContentBlockParams(made);
        params.addUserMessageOfContentBlockParams(found);
    }

    private static Map<String, JsonValue> json(Map<String, Object> fields) {
        return fields.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> JsonValue.from(e.getValue())));
    }

    private static Said said(Message message) {
        String text =
                message.content().stream()
                        .flatMap((ContentBlock block) -> block.text().stream())
                        .map(TextBlock::text)
                        .collect(Collectors.joining());
        String thoughts =
                message.content().stream()
                        .flatMap((ContentBlock block) -> block.thinking().stream())
                        .map(ThinkingBlock::thinking)
                        .collect(Collectors.joining());
        List<Said.ToolCall> calls =
                message.content().stream()
                        .flatMap((ContentBlock block) -> block.toolUse().stream())
                        .map(call ->
                                new Said.ToolCall(call.id(), call.name(), arguments(call._input())))
                        .toList();
        String reason = message.stopReason().orElseThrow().asString();
        Usage usage = message.usage();
        long cached = usage.cacheReadInputTokens().orElse(0L);
        long input = usage.inputTokens() + cached + usage.cacheCreationInputTokens().orElse(0L);
        return new Said(
                text,
                thoughts,
                calls,
                switch (reason) {
                    case "end_turn" -> "stop";
                    case "max_tokens" -> "length";
                    case "tool_use" -> "tools";
                    default -> reason;
                },
                new Said.Usage(input, cached, usage.outputTokens()));
    }

    @SuppressWarnings("unchecked") // what a JSON object is in Java
    private static Map<String, Object> arguments(JsonValue input) {
        return input.convert(Map.class);
    }

    @Override
    public Fault fault(Throwable error) {
        String kind =
                switch (error) {
                    case UnauthorizedException _ -> "unauthorized";
                    case NotFoundException _ -> "not found";
                    case BadRequestException _ -> "bad request";
                    case RateLimitException _ -> "rate limit";
                    case InternalServerException _ -> "server";
                    default -> error.toString();
                };
        String message = String.valueOf(error.getMessage());
        return error instanceof AnthropicServiceException said
                ? new Fault(
                        kind,
                        said.statusCode(),
                        said.headers().values("Retry-After").stream().findFirst().orElse(""),
                        message)
                : new Fault(kind, 0, "", message);
    }

    @Override
    public Optional<List<String>> models(Ask ask) {
        return Optional.of(
                client(ask).models().list().autoPager().stream().map(ModelInfo::id).toList());
    }

    @Override
    public OptionalLong count(Ask ask) {
        return OptionalLong.of(
                client(ask)
                        .messages()
                        .countTokens(
                                MessageCountTokensParams.builder()
                                        .model(ask.alias())
                                        .addUserMessageOfContentBlockParams(content(ask))
                                        .build())
                        .inputTokens());
    }

    @Override
    public void close() {
        clients.values().forEach(AnthropicClient::close);
    }
}
