package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.tree.Envelopes;
import dev.sluice.dataplane.dialect.tree.FunctionTools;
import dev.sluice.dataplane.dialect.tree.NestedCap;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect; a header, which the door tells, asks for a stream. */
final class DashScopeRequests implements RequestCodec {
    private static final String PARAMETERS = "parameters";
    private static final String CAP = "max_tokens";
    private static final Set<String> KNOWN = Set.of("model", "input", PARAMETERS);
    private static final Set<String> KNOWN_PARAMETERS =
            Set.of(
                    "result_format",
                    "incremental_output",
                    "temperature",
                    "top_p",
                    "top_k",
                    CAP,
                    "seed",
                    "stop",
                    "presence_penalty",
                    "n",
                    "tools",
                    "tool_choice",
                    "parallel_tool_calls",
                    "enable_thinking",
                    "thinking_budget",
                    "response_format",
                    "logprobs",
                    "top_logprobs");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        var input = Envelopes.value(body, "input");
        if (!input.path("prompt").isString()) {
            Envelopes.filledList(input.path("messages"), "input.messages");
        }
        var parameters = Envelopes.value(body, PARAMETERS);
        return Envelopes.of(
                Envelopes.alias(door, body),
                Boolean.TRUE.equals(door.stream()),
                Envelopes.cap(parameters, CAP),
                CAP,
                !parameters.path("tools").isEmpty(),
                input.toString().contains("\"image\""));
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var input = root.path("input");
        var parameters = root.path(PARAMETERS);
        var messages =
                input.path("messages").isArray()
                        ? new DashScopeMessages().read(input.path("messages"))
                        : List.of(Message.text(Role.USER, input.path("prompt").asString("")));
        return new ChatRequest(
                messages,
                FunctionTools.read(parameters.path("tools"), Dialect.DASHSCOPE),
                choice(parameters.path("tool_choice")),
                Tree.flag(parameters, "parallel_tool_calls"),
                sampling(parameters),
                Tree.cap(parameters, CAP),
                Math.max(1, parameters.path("n").asInt(1)),
                format(parameters.path("response_format")),
                thinking(parameters),
                Boolean.TRUE.equals(door.stream()),
                null,
                rest(root, parameters));
    }

    private static Sampling sampling(JsonNode parameters) {
        var top = parameters.path("top_logprobs");
        return new Sampling(
                Tree.decimal(parameters, "temperature"),
                Tree.decimal(parameters, "top_p"),
                Tree.whole(parameters, "top_k"),
                Tree.texts(parameters.path("stop")),
                Tree.whole(parameters, "seed"),
                Tree.decimal(parameters, "presence_penalty"),
                null,
                null,
                Tree.flag(parameters, "logprobs"),
                Tree.small(top));
    }

    private static @Nullable ToolChoice choice(JsonNode node) {
        if (node.isObject()) {
            return ToolChoice.named(node.path("function").path("name").asString(""));
        }
        return switch (node.asString("")) {
            case "none" -> ToolChoice.of(Mode.NONE);
            case "auto" -> ToolChoice.of(Mode.AUTO);
            case "required" -> ToolChoice.of(Mode.REQUIRED);
            default -> null;
        };
    }

    private static OutputFormat format(JsonNode node) {
        return node.path("type").asString("").equals("json_object")
                ? new OutputFormat.Json()
                : OutputFormat.PLAIN;
    }

    private static @Nullable ReasoningWish thinking(JsonNode parameters) {
        var budget = Tree.whole(parameters, "thinking_budget");
        var enabled = Tree.flag(parameters, "enable_thinking");
        if (enabled == null && budget == null) {
            return null;
        }
        return Boolean.FALSE.equals(enabled)
                ? new ReasoningWish("none", null, null)
                : new ReasoningWish(null, budget == null ? -1L : budget, true);
    }

    private static Extensions rest(JsonNode root, JsonNode parameters) {
        var fields = new LinkedHashMap<>(Extensions.rest(Dialect.DASHSCOPE, root, KNOWN).fields());
        var inner = Extensions.rest(Dialect.DASHSCOPE, parameters, KNOWN_PARAMETERS);
        if (!inner.isEmpty()) {
            var node = SluiceJson.mapper().createObjectNode();
            inner.writeInto(node, Dialect.DASHSCOPE);
            fields.put(PARAMETERS, node);
        }
        return fields.isEmpty() ? Extensions.NONE : new Extensions(Dialect.DASHSCOPE, fields);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode().put("model", target.model());
        body.putObject("input")
                .set(
                        "messages",
                        new DashScopeMessageWriter(losses, target.model())
                                .write(request.messages()));
        var parameters = body.putObject(PARAMETERS).put("result_format", "message");
        if (request.stream()) {
            parameters.put("incremental_output", true);
        }
        writeTools(parameters, request, losses);
        writeSampling(parameters, request, losses);
        writeFormat(parameters, request.format(), losses);
        losses.untoldSight(request.reasoning(), true);
        writeThinking(parameters, request.reasoning());
        if (request.endUser() != null) {
            losses.dropped("user");
        }
        if (request.extensions().of(Dialect.DASHSCOPE, PARAMETERS) instanceof ObjectNode own) {
            own.properties().forEach(one -> parameters.set(one.getKey(), one.getValue()));
        }
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.DASHSCOPE);
        return body;
    }

    private static void writeTools(ObjectNode parameters, ChatRequest request, Losses losses) {
        if (request.tools().isEmpty()) {
            return;
        }
        losses.untoldNames(request.toolChoice());
        parameters.set("tools", FunctionTools.write(request.tools(), Dialect.DASHSCOPE, losses));
        Tree.put(parameters, "parallel_tool_calls", request.parallelToolCalls());
        var choice = request.toolChoice();
        if (choice == null) {
            return;
        }
        switch (choice.mode()) {
            case NONE, AUTO, REQUIRED ->
                    parameters.put("tool_choice", choice.mode().name().toLowerCase(Locale.ROOT));
            case NAMED ->
                    parameters
                            .putObject("tool_choice")
                            .put("type", "function")
                            .putObject("function")
                            .put("name", choice.names().getFirst());
        }
    }

    private static void writeSampling(ObjectNode parameters, ChatRequest request, Losses losses) {
        var sampling = request.sampling();
        Tree.put(parameters, "temperature", sampling.temperature());
        Tree.put(parameters, "top_p", sampling.topP());
        Tree.put(parameters, "top_k", sampling.topK());
        if (!sampling.stop().isEmpty()) {
            var stops = parameters.putArray("stop");
            sampling.stop().forEach(stops::add);
        }
        Tree.put(parameters, "seed", sampling.seed());
        Tree.put(parameters, "presence_penalty", sampling.presencePenalty());
        if (sampling.frequencyPenalty() != null && sampling.frequencyPenalty().signum() != 0) {
            losses.dropped("frequency_penalty");
        }
        if (sampling.logitBias() != null) {
            losses.dropped("logit_bias");
        }
        Tree.put(parameters, "logprobs", sampling.logprobs());
        Tree.put(parameters, "top_logprobs", sampling.topLogprobs());
        Tree.put(parameters, CAP, request.outputCap());
        if (request.choices() > 1) {
            parameters.put("n", request.choices());
        }
    }

    private static void writeFormat(ObjectNode parameters, OutputFormat format, Losses losses) {
        switch (format) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ ->
                    parameters.putObject("response_format").put("type", "json_object");
            case OutputFormat.Schema _ -> throw losses.refused("A schema", "response_format");
        }
    }

    private static void writeThinking(ObjectNode parameters, @Nullable ReasoningWish wish) {
        if (wish == null) {
            return;
        }
        parameters.put("enable_thinking", !wish.isOff());
        var budget = wish.budgetOrEffort();
        if (budget != null && budget > 0) {
            parameters.put("thinking_budget", budget);
        }
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var model = body.span("model");
        if (model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(target.model()));
        }
        NestedCap.patch(patch, body, PARAMETERS, CAP, target);
    }
}
