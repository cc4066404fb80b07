package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Chat requests of the dialect. */
final class OllamaRequests implements RequestCodec {
    static final String OPTIONS = "options";
    static final String CAP = "num_predict";
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "messages",
                    "tools",
                    "stream",
                    "format",
                    OPTIONS,
                    "think",
                    "logprobs",
                    "top_logprobs");
    private static final Set<String> KNOWN_OPTIONS =
            Set.of(
                    CAP,
                    "temperature",
                    "top_p",
                    "top_k",
                    "stop",
                    "seed",
                    "presence_penalty",
                    "frequency_penalty");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        var messages = Envelopes.value(body, "messages");
        Envelopes.filledList(messages, "messages");
        return Envelopes.of(
                Envelopes.alias(door, body),
                Envelopes.flag(body, "stream", true),
                Envelopes.cap(Envelopes.value(body, OPTIONS), CAP),
                CAP,
                !Envelopes.value(body, "tools").isEmpty(),
                messages.values().stream().anyMatch(message -> !message.path("images").isEmpty()));
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var options = root.path(OPTIONS);
        return new ChatRequest(
                new OllamaMessages().read(root.path("messages")),
                FunctionTools.read(root.path("tools"), Dialect.OLLAMA),
                null,
                null,
                new Sampling(
                        Tree.decimal(options, "temperature"),
                        Tree.decimal(options, "top_p"),
                        Tree.whole(options, "top_k"),
                        Tree.texts(options.path("stop")),
                        Tree.whole(options, "seed"),
                        Tree.decimal(options, "presence_penalty"),
                        Tree.decimal(options, "frequency_penalty"),
                        null,
                        Tree.flag(root, "logprobs"),
                        Tree.small(root.path("top_logprobs"))),
                Tree.cap(options, CAP),
                1,
                format(root.path("format")),
                think(root.path("think")),
                root.path("stream").asBoolean(true),
                null,
                rest(root, options));
    }

    private static OutputFormat format(JsonNode format) {
        if (format.isObject()) {
            return new OutputFormat.Schema(null, null, format, null);
        }
        return format.asString("").equals("json") ? new OutputFormat.Json() : OutputFormat.PLAIN;
    }

    private static @Nullable ReasoningWish think(JsonNode think) {
        if (think.isBoolean()) {
            return think.asBoolean()
                    ? new ReasoningWish("medium", null, true)
                    : new ReasoningWish("none", null, null);
        }
        return think.isString() ? new ReasoningWish(think.asString(), null, true) : null;
    }

    /** The options that have no place in the conversation stay together. */
    private static Extensions rest(JsonNode root, JsonNode options) {
        var rest = Extensions.rest(Dialect.OLLAMA, root, KNOWN);
        var inOptions = Extensions.rest(Dialect.OLLAMA, options, KNOWN_OPTIONS);
        if (inOptions.isEmpty()) {
            return rest;
        }
        var all = new LinkedHashMap<>(rest.fields());
        var node = SluiceJson.mapper().createObjectNode();
        inOptions.writeInto(node, Dialect.OLLAMA);
        all.put(OPTIONS, node);
        return new Extensions(Dialect.OLLAMA, all);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer", "n");
        }
        var body = SluiceJson.mapper().createObjectNode();
        body.put("model", target.model());
        body.set("messages", new OllamaMessageWriter(losses).write(request.messages()));
        writeTools(body, request, losses);
        var options = options(request, losses);
        if (!options.isEmpty()) {
            body.set(OPTIONS, options);
        }
        switch (request.format()) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ -> body.put("format", "json");
            case OutputFormat.Schema schema -> body.set("format", schema.schema());
        }
        losses.untoldSight(request.reasoning(), true);
        writeThink(body, request.reasoning());
        Tree.put(body, "logprobs", request.sampling().logprobs());
        Tree.put(body, "top_logprobs", request.sampling().topLogprobs());
        if (request.endUser() != null) {
            losses.dropped("user");
        }
        body.put("stream", request.stream());
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.OLLAMA);
        return body;
    }

    private static void writeTools(ObjectNode body, ChatRequest request, Losses losses) {
        var choice = request.toolChoice();
        if (request.tools().isEmpty()) {
            return;
        }
        losses.untoldNames(request.toolChoice());
        if (choice != null) {
            switch (choice.mode()) {
                case NONE -> {
                    return; // without tools none is called
                }
                case AUTO -> {}
                case REQUIRED, NAMED ->
                        losses.changed("tool_choice", "lowered to auto: ollama can force no tool");
            }
        }
        if (Boolean.FALSE.equals(request.parallelToolCalls())) {
            losses.dropped("parallel_tool_calls");
        }
        body.set("tools", FunctionTools.write(request.tools(), Dialect.OLLAMA, losses));
    }

    private static ObjectNode options(ChatRequest request, Losses losses) {
        var options = SluiceJson.mapper().createObjectNode();
        var sampling = request.sampling();
        Tree.put(options, "temperature", sampling.temperature());
        Tree.put(options, "top_p", sampling.topP());
        Tree.put(options, "top_k", sampling.topK());
        if (!sampling.stop().isEmpty()) {
            var stops = options.putArray("stop");
            sampling.stop().forEach(stops::add);
        }
        Tree.put(options, "seed", sampling.seed());
        Tree.put(options, "presence_penalty", sampling.presencePenalty());
        Tree.put(options, "frequency_penalty", sampling.frequencyPenalty());
        Tree.put(options, CAP, request.outputCap());
        if (sampling.logitBias() != null) {
            losses.dropped("logit_bias");
        }
        if (request.extensions().of(Dialect.OLLAMA, OPTIONS) instanceof ObjectNode own) {
            own.properties().forEach(one -> options.set(one.getKey(), one.getValue()));
        }
        return options;
    }

    private static void writeThink(ObjectNode body, @Nullable ReasoningWish wish) {
        var effort = wish == null ? null : wish.effortOrBudget();
        if (effort == null) {
            return;
        }
        switch (effort) {
            case "none" -> body.put("think", false);
            case "low", "high", "max" -> body.put("think", effort);
            default -> body.put("think", true);
        }
    }

    @Override
    public Set<Kind> inlineOnly() {
        return Set.of(Kind.IMAGE);
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var model = body.span("model");
        if (model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(target.model()));
        }
        NestedCap.patch(patch, body, OPTIONS, CAP, target);
    }
}
