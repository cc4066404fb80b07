package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.tree.Envelopes;
import dev.sluice.dataplane.dialect.tree.NestedCap;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests of the dialect, and the two shapes that other servers of the kind take: a {@code prompt}
 * with a {@code system_prompt}, and an {@code input} with parameters.
 */
final class TgiRequests implements RequestCodec {
    private static final String INPUTS = "inputs";
    private static final String PROMPT = "prompt";
    private static final String INPUT = "input";
    private static final String SYSTEM = "system_prompt";
    private static final String PARAMETERS = "parameters";
    static final String CAP = "max_new_tokens";
    private static final Set<String> KNOWN =
            Set.of("model", INPUTS, PROMPT, INPUT, SYSTEM, PARAMETERS, "stream");
    private static final Set<String> FLAT =
            Set.of("temperature", "top_p", "top_k", "max_tokens", CAP, "stop", "seed");
    private static final Set<String> KNOWN_PARAMETERS =
            Set.of(
                    "temperature",
                    "top_p",
                    "top_k",
                    "stop",
                    "seed",
                    "frequency_penalty",
                    CAP,
                    "max_tokens",
                    "grammar",
                    "details",
                    "do_sample");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        if (inputField(body) == null) {
            throw Envelopes.wrong(INPUTS, "must be given as a text");
        }
        var inPath = door.stream();
        return Envelopes.of(
                body.span("model") == null && door.model() == null
                        ? ""
                        : Envelopes.alias(door, body),
                inPath != null ? inPath : Envelopes.flag(body, "stream", false),
                cap(body),
                CAP,
                false,
                false);
    }

    private static @Nullable Long cap(JsonFields body) {
        for (var field : List.of(CAP, "max_tokens")) {
            var inner = checkedCap(Envelopes.value(body, PARAMETERS), field);
            if (inner != null) {
                return inner;
            }
        }
        for (var field : List.of(CAP, "max_tokens")) {
            var span = body.span(field);
            if (span != null) {
                var node = SluiceJson.mapper().createObjectNode();
                return checkedCap(node.set(field, Envelopes.value(body, field)), field);
            }
        }
        return null;
    }

    private static @Nullable Long checkedCap(JsonNode object, String field) {
        var node = object.path(field);
        if (node.isNumber()
                && (!Tree.isPositive(node)
                        || node.decimalValue().stripTrailingZeros().scale() > 0)) {
            throw Envelopes.wrong(field, "must be a whole number of at least 1");
        }
        return Envelopes.cap(object, field);
    }

    private static @Nullable String inputField(JsonFields body) {
        for (var field : List.of(INPUTS, PROMPT, INPUT)) {
            if (Envelopes.value(body, field).isString()) {
                return field;
            }
        }
        return null;
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var parameters = merged(root);
        var messages = new ArrayList<Message>();
        var system = root.path(SYSTEM).asString("");
        if (!system.isEmpty()) {
            messages.add(Message.text(Role.SYSTEM, system));
        }
        var field = inputField(body);
        messages.add(Message.text(Role.USER, field == null ? "" : root.path(field).asString("")));
        var stream = door.stream();
        return new ChatRequest(
                messages,
                List.of(),
                null,
                null,
                new Sampling(
                        Tree.decimal(parameters, "temperature"),
                        Tree.decimal(parameters, "top_p"),
                        Tree.whole(parameters, "top_k"),
                        Tree.texts(parameters.path("stop")),
                        Tree.whole(parameters, "seed"),
                        null,
                        Tree.decimal(parameters, "frequency_penalty"),
                        null,
                        null,
                        null),
                parameters.has(CAP)
                        ? Tree.cap(parameters, CAP)
                        : Tree.cap(parameters, "max_tokens"),
                1,
                format(parameters.path("grammar")),
                null,
                stream != null ? stream : root.path("stream").asBoolean(false),
                null,
                rest(root, parameters));
    }

    /** The parameters, and those that stand beside the prompt. */
    private static ObjectNode merged(JsonNode root) {
        var all = SluiceJson.mapper().createObjectNode();
        for (var field : FLAT) {
            if (root.hasNonNull(field)) {
                all.set(field, root.path(field));
            }
        }
        root.path(PARAMETERS).properties().forEach(one -> all.set(one.getKey(), one.getValue()));
        return all;
    }

    private static OutputFormat format(JsonNode grammar) {
        var type = grammar.path("type").asString("");
        return type.equals("json") || type.equals("json_schema")
                ? new OutputFormat.Schema(null, null, grammar.path("value"), null)
                : OutputFormat.PLAIN;
    }

    private static Extensions rest(JsonNode root, JsonNode parameters) {
        var fields = new LinkedHashMap<String, JsonNode>();
        Extensions.rest(Dialect.TGI, root, KNOWN).fields().forEach(fields::put);
        FLAT.forEach(fields::remove);
        var node = SluiceJson.mapper().createObjectNode();
        parameters
                .properties()
                .forEach(one -> {
                    var isGrammar =
                            one.getKey().equals("grammar")
                                    && format(one.getValue()) instanceof OutputFormat.Plain;
                    if (!KNOWN_PARAMETERS.contains(one.getKey()) || isGrammar) {
                        node.set(one.getKey(), one.getValue());
                    }
                });
        if (!node.isEmpty()) {
            fields.put(PARAMETERS, node);
        }
        return fields.isEmpty() ? Extensions.NONE : new Extensions(Dialect.TGI, fields);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer", "n");
        }
        if (!request.tools().isEmpty()) {
            throw losses.refused("A tool", "tools");
        }
        var body = SluiceJson.mapper().createObjectNode();
        body.put(INPUTS, TgiPrompt.of(request.messages(), losses));
        body.set(PARAMETERS, parameters(request, losses));
        if (request.stream()) {
            body.put("stream", true);
        }
        if (request.reasoning() != null) {
            losses.dropped("reasoning_effort");
        }
        if (request.endUser() != null) {
            losses.dropped("user");
        }
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.TGI);
        return body;
    }

    private static ObjectNode parameters(ChatRequest request, Losses losses) {
        var node = SluiceJson.mapper().createObjectNode().put("details", true);
        var sampling = request.sampling();
        Tree.put(node, "temperature", sampling.temperature());
        if (sampling.topP() != null && sampling.topP().compareTo(BigDecimal.ONE) < 0) {
            node.put("top_p", sampling.topP()); // 1 is what it does anyway, and refused
        }
        Tree.put(node, "top_k", sampling.topK());
        if (sampling.temperature() != null || sampling.topP() != null || sampling.topK() != null) {
            node.put("do_sample", true);
        }
        if (!sampling.stop().isEmpty()) {
            var stops = node.putArray("stop");
            sampling.stop().forEach(stops::add);
        }
        Tree.put(node, "seed", sampling.seed());
        Tree.put(node, "frequency_penalty", sampling.frequencyPenalty());
        if (sampling.presencePenalty() != null && sampling.presencePenalty().signum() != 0) {
            losses.dropped("presence_penalty");
        }
        if (sampling.logitBias() != null) {
            losses.dropped("logit_bias");
        }
        if (Boolean.TRUE.equals(sampling.logprobs())) {
            losses.dropped("logprobs");
        }
        Tree.put(node, CAP, request.outputCap());
        writeGrammar(node, request.format());
        if (request.extensions().of(Dialect.TGI, PARAMETERS) instanceof ObjectNode own) {
            own.properties().forEach(one -> node.set(one.getKey(), one.getValue()));
        }
        return node;
    }

    private static void writeGrammar(ObjectNode node, OutputFormat format) {
        switch (format) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ ->
                    node.putObject("grammar")
                            .put("type", "json")
                            .putObject("value")
                            .put("type", "object");
            case OutputFormat.Schema schema ->
                    node.putObject("grammar").put("type", "json").set("value", schema.schema());
        }
    }

    /** Only the server's own shape can be patched; the others are said in it. */
    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        if (body.span(INPUTS) != null) {
            NestedCap.patch(patch, body, PARAMETERS, CAP, target);
            return;
        }
        var request = read(Door.of(Dialect.TGI, Operation.CHAT), body);
        var capped =
                target.outputCap() == null ? request : request.withOutputCap(target.outputCap());
        var written = write(capped, target, new Losses(Dialect.TGI, false));
        patch.replace(0, body.bytes().length, Tree.bytes(written));
    }
}
