package dev.sluice.system.sdk;

import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.Reasoning;
import com.openai.models.ReasoningEffort;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFormatTextJsonSchemaConfig;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseInputImage;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseOutputText;
import com.openai.models.responses.ResponseReasoningItem;
import com.openai.models.responses.ResponseStatus;
import com.openai.models.responses.ResponseStreamEvent;
import com.openai.models.responses.ResponseTextConfig;
import com.openai.models.responses.ResponseTextDeltaEvent;
import com.openai.models.responses.ResponseUsage;
import com.openai.models.responses.inputtokens.InputTokenCountParams;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** openai-java, responses. */
final class OpenAiResponsesSdk implements Sdk {
    private final OpenAiClients clients = new OpenAiClients();

    @Override
    public String name() {
        return "openai-java, responses";
    }

    @Override
    public Said whole(Ask ask) {
        return said(clients.of(ask).responses().create(params(ask)));
    }

    @Override
    public Optional<Said> stream(Ask ask, Predicate<String> piece) {
        ResponseAccumulator whole = ResponseAccumulator.create();
        try (StreamResponse<ResponseStreamEvent> stream =
                clients.of(ask).responses().createStreaming(params(ask))) {
            for (Iterator<ResponseStreamEvent> at = stream.stream().iterator(); at.hasNext(); ) {
                ResponseStreamEvent event = whole.accumulate(at.next());
                raise(event);
                Optional<String> text = event.outputTextDelta().map(ResponseTextDeltaEvent::delta);
                if (text.isPresent() && piece.test(text.get())) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(said(whole.response()));
    }

    /** The SDK hands these on as events and leaves it to its caller to raise them. */
    private static void raise(ResponseStreamEvent event) {
        event.error()
                .ifPresent(error -> {
                    throw new OpenAIException(error.message());
                });
        event.failed()
                .ifPresent(failed -> {
                    throw new OpenAIException(failed.response().error().orElseThrow().message());
                });
    }

    private static ResponseCreateParams params(Ask ask) {
        ResponseCreateParams.Builder params =
                ResponseCreateParams.builder()
                        .model(ask.alias())
                        .maxOutputTokens(ask.cap())
                        .store(false)
                        .inputOfResponse(input(ask))
                        .putAdditionalHeader("traceparent", ask.traceparent());
        if (ask.system() != null) {
            params.instructions(ask.system());
        }
        for (ScenarioTable.Tool tool : ask.tools()) {
            params.addTool(
                    FunctionTool.builder()
                            .name(tool.name())
                            .description(tool.description())
                            .strict(false)
                            .parameters(
                                    FunctionTool.Parameters.builder()
                                            .additionalProperties(
                                                    OpenAiClients.json(tool.parameters()))
                                            .build())
                            .build());
        }
        if (ask.thoughts()) {
            params.reasoning(
                    Reasoning.builder()
                            .effort(ReasoningEffort.LOW)
                            .summary(Reasoning.Summary.AUTO)
                            .build());
        }
        if (ask.schema() != null) {
            params.text(
                    ResponseTextConfig.builder()
                            .format(
                                    ResponseFormatTextJsonSchemaConfig.builder()
                                            .name("retelling")
                                            .strict(true)
                                            .schema(
                                                    ResponseFormatTextJsonSchemaConfig.Schema
                                                            .builder()
                                                            .additionalProperties(
                                                                    OpenAiClients.json(
                                                                            ask.schema()))
                                                            .build())
                                            .build())
                            .build());
        }
        return params.build();
    }

    private static List<ResponseInputItem> input(Ask ask) {
        ResponseInputItem.Message.Builder user =
                ResponseInputItem.Message.builder()
                        .role(ResponseInputItem.Message.Role.USER)
                        .addInputTextContent(ask.prompt());
        if (ask.image() != null) {
            user.addContent(
                    ResponseInputImage.builder()
                            .detail(ResponseInputImage.Detail.AUTO)
                            .imageUrl(
                                    "data:"
                                            + ask.image().type()
                                            + ";base64,"
                                            + ask.image().base64())
                            .build());
        }
        List<ResponseInputItem> input = new ArrayList<>();
        input.add(ResponseInputItem.ofMessage(user.build()));
        for (Said.ToolCall call : ask.calls()) {
            input.add(
                    ResponseInputItem.ofFunctionCall(
                            ResponseFunctionToolCall.builder()
                                    .callId(call.id())
                                    .name(call.name())
                                    .arguments(OpenAiClients.text(call.arguments()))
                                    .build()));
        }
        for (int i = 0; i < ask.calls().size(); i++) {
            input.add(
                    ResponseInputItem.ofFunctionCallOutput(
                            ResponseInputItem.FunctionCallOutput.builder()
                                    .callId(ask.calls().get(i).id())
                                    .output(ask.results().get(i))
                                    .build()));
        }
        return input;
    }

    private static Said said(Response response) {
        String text =
                response.output().stream()
                        .flatMap(item -> item.message().stream())
                        .flatMap(message -> message.content().stream())
                        .flatMap(part -> part.outputText().stream())
                        .map(ResponseOutputText::text)
                        .collect(Collectors.joining());
        String thoughts =
                response.output().stream()
                        .flatMap(item -> item.reasoning().stream())
                        .flatMap(item -> item.summary().stream())
                        .map(ResponseReasoningItem.Summary::text)
                        .collect(Collectors.joining());
        List<Said.ToolCall> calls =
                response.output().stream()
                        .flatMap((ResponseOutputItem item) -> item.functionCall().stream())
                        .map(call ->
                                new Said.ToolCall(
                                        call.callId(),
                                        call.name(),
                                        OpenAiClients.arguments(call.arguments())))
                        .toList();
        ResponseUsage usage = response.usage().orElseThrow();
        return new Said(
                text,
                thoughts,
                calls,
                stop(response, calls),
                new Said.Usage(
                        usage.inputTokens(),
                        usage.inputTokensDetails().cachedTokens(),
                        usage.outputTokens()));
    }

    private static String stop(Response response, List<Said.ToolCall> calls) {
        if (response.status().orElseThrow().equals(ResponseStatus.INCOMPLETE)) {
            String reason =
                    response.incompleteDetails().orElseThrow().reason().orElseThrow().asString();
            return reason.equals("max_output_tokens") ? "length" : reason;
        }
        return calls.isEmpty() ? "stop" : "tools";
    }

    @Override
    public Fault fault(Throwable error) {
        return OpenAiClients.fault(error);
    }

    @Override
    public OptionalLong count(Ask ask) {
        return OptionalLong.of(
                clients.of(ask)
                        .responses()
                        .inputTokens()
                        .count(
                                InputTokenCountParams.builder()
                                        .model(ask.alias())
                                        .inputOfResponseInputItems(input(ask))
                                        .build())
                        .inputTokens());
    }

    @Override
    public void close() {
        clients.close();
    }
}
