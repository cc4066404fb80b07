package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.tree.Envelopes;
import dev.sluice.dataplane.dialect.tree.FunctionTools;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect; the path names the model. */
final class QianfanRequests implements RequestCodec {
    private static final String CAP = "max_output_tokens";
    private static final Set<String> KNOWN =
            Set.of(
                    "messages",
                    "system",
                    "functions",
                    "tool_choice",
                    "temperature",
                    "top_p",
                    "stop",
                    CAP,
                    "response_format",
                    "user_id",
                    "stream");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        Envelopes.filledList(Envelopes.value(body, "messages"), "messages");
        var cap = SluiceJson.mapper().createObjectNode();
        cap.set(CAP, Envelopes.value(body, CAP));
        return Envelopes.of(
                Envelopes.alias(door, body),
                Envelopes.flag(body, "stream", false),
                body.span(CAP) == null ? null : Envelopes.cap(cap, CAP),
                CAP,
                !Envelopes.value(body, "functions").isEmpty(),
                false);
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var messages = new ArrayList<Message>();
        var system = root.path("system").asString("");
        if (!system.isEmpty()) {
            messages.add(Message.text(Role.SYSTEM, system));
        }
        messages.addAll(new QianfanMessages().read(root.path("messages")));
        var tools = new ArrayList<Tool>();
        root.path("functions")
                .values()
                .forEach(one -> tools.add(FunctionTools.function(one, Dialect.QIANFAN)));
        return new ChatRequest(
                messages,
                tools,
                choice(root.path("tool_choice")),
                null,
                new Sampling(
                        Tree.decimal(root, "temperature"),
                        Tree.decimal(root, "top_p"),
                        null,
                        Tree.texts(root.path("stop")),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                Tree.cap(root, CAP),
                1,
                root.path("response_format").asString("").equals("json_object")
                        ? new OutputFormat.Json()
                        : OutputFormat.PLAIN,
                null,
                root.path("stream").asBoolean(false),
                Tree.text(root, "user_id"),
                Extensions.rest(Dialect.QIANFAN, root, KNOWN));
    }

    private static @Nullable ToolChoice choice(JsonNode node) {
        return node.isObject()
                ? ToolChoice.named(node.path("function").path("name").asString(""))
                : null;
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer", "n");
        }
        var body = SluiceJson.mapper().createObjectNode();
        new QianfanMessageWriter(losses).write(body, request.messages());
        writeTools(body, request, losses);
        var sampling = request.sampling();
        Tree.put(body, "temperature", sampling.temperature());
        Tree.put(body, "top_p", sampling.topP());
        if (!sampling.stop().isEmpty()) {
            var stops = body.putArray("stop");
            sampling.stop().forEach(stops::add);
        }
        drop(losses, "top_k", sampling.topK());
        drop(losses, "seed", sampling.seed());
        drop(losses, "presence_penalty", sampling.presencePenalty());
        drop(losses, "frequency_penalty", sampling.frequencyPenalty());
        drop(losses, "logit_bias", sampling.logitBias());
        drop(losses, "logprobs", Boolean.TRUE.equals(sampling.logprobs()) ? true : null);
        drop(losses, "reasoning_effort", request.reasoning());
        Tree.put(body, CAP, request.outputCap());
        switch (request.format()) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ -> body.put("response_format", "json_object");
            case OutputFormat.Schema _ -> throw losses.refused("A schema", "response_format");
        }
        Tree.put(body, "user_id", request.endUser());
        if (request.stream()) {
            body.put("stream", true);
        }
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.QIANFAN);
        return body;
    }

    private static void drop(Losses losses, String field, @Nullable Object value) {
        if (value != null) {
            losses.dropped(field);
        }
    }

    private static void writeTools(ObjectNode body, ChatRequest request, Losses losses) {
        if (request.tools().isEmpty()) {
            return;
        }
        losses.untoldNames(request.toolChoice());
        if (Boolean.FALSE.equals(request.parallelToolCalls())) {
            losses.dropped("parallel_tool_calls");
        }
        var choice = request.toolChoice();
        if (choice != null) {
            switch (choice.mode()) {
                case NONE -> {
                    return; // without functions none is called
                }
                case AUTO -> {}
                case REQUIRED ->
                        losses.changed(
                                "tool_choice", "lowered to auto: qianfan can only name a tool");
                case NAMED ->
                        body.putObject("tool_choice")
                                .put("type", "function")
                                .putObject("function")
                                .put("name", choice.names().getFirst());
            }
        }
        var functions = body.putArray("functions");
        for (var tool : request.tools()) {
            var node = FunctionTools.written(tool, Dialect.QIANFAN, losses);
            if (!node.has("parameters")) {
                node.putObject("parameters").put("type", "object").putObject("properties");
            }
            if (!node.has("description")) {
                node.put("description", node.path("name").asString(""));
            }
            functions.add(node);
        }
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var cap = target.outputCap();
        var asked = target.capAsked();
        if (cap == null || (asked != null && cap >= asked)) {
            return;
        }
        var span = body.span(CAP);
        if (span != null) {
            patch.replace(span.from(), span.to(), Tree.ascii(Long.toString(cap)));
        } else if (target.capField() != null) {
            patch.insertField(body, CAP, Tree.ascii(Long.toString(cap)));
        }
    }
}
