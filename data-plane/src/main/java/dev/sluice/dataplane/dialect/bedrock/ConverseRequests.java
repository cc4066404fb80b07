package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect; the path names the model, and tells whether a stream is wanted. */
final class ConverseRequests implements RequestCodec {
    static final String CONFIG = "inferenceConfig";
    private static final String CAP = "maxTokens";
    private static final Set<String> KNOWN =
            Set.of("messages", "system", CONFIG, "toolConfig", "outputConfig");
    private static final Set<String> KNOWN_CONFIG =
            Set.of(CAP, "temperature", "topP", "stopSequences");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        var messages = Envelopes.value(body, "messages");
        Envelopes.filledList(messages, "messages");
        return Envelopes.of(
                Envelopes.alias(door, body),
                Boolean.TRUE.equals(door.stream()),
                Envelopes.cap(Envelopes.value(body, CONFIG), CAP),
                CAP,
                !Envelopes.value(body, "toolConfig").path("tools").isEmpty(),
                messages.toString().contains("\"image\""));
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var messages = new ArrayList<Message>();
        var system = ConverseBlocks.read(root.path("system"));
        if (!system.isEmpty()) {
            messages.add(Message.of(Role.SYSTEM, system));
        }
        for (var node : root.path("messages").values()) {
            var role = node.path("role").asString("user").equals("assistant");
            messages.add(
                    new Message(
                            role ? Role.ASSISTANT : Role.USER,
                            ConverseBlocks.read(node.path("content")),
                            null,
                            Extensions.rest(
                                    Dialect.BEDROCK_CONVERSE, node, Set.of("role", "content"))));
        }
        var config = root.path(CONFIG);
        return new ChatRequest(
                messages,
                ConverseTools.read(root.path("toolConfig").path("tools")),
                choice(root.path("toolConfig").path("toolChoice")),
                null,
                new Sampling(
                        Tree.decimal(config, "temperature"),
                        Tree.decimal(config, "topP"),
                        null,
                        Tree.texts(config.path("stopSequences")),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                Tree.cap(config, CAP),
                1,
                format(root.path("outputConfig").path("textFormat")),
                null,
                Boolean.TRUE.equals(door.stream()),
                null,
                rest(root, config));
    }

    private static @Nullable ToolChoice choice(JsonNode node) {
        if (node.has("any")) {
            return ToolChoice.of(Mode.REQUIRED);
        }
        if (node.has("tool")) {
            return ToolChoice.named(node.path("tool").path("name").asString(""));
        }
        return node.has("auto") ? ToolChoice.of(Mode.AUTO) : null;
    }

    private static OutputFormat format(JsonNode format) {
        var node = format.path("structure").path("jsonSchema");
        if (!node.path("schema").isString()) {
            return OutputFormat.PLAIN;
        }
        try {
            var schema = ForeignJson.read(node.path("schema").asString());
            return new OutputFormat.Schema(
                    Tree.text(node, "name"), Tree.text(node, "description"), schema, null);
        } catch (JacksonException broken) {
            return OutputFormat.PLAIN;
        }
    }

    private static Extensions rest(JsonNode root, JsonNode config) {
        var fields =
                new LinkedHashMap<>(
                        Extensions.rest(Dialect.BEDROCK_CONVERSE, root, KNOWN).fields());
        var inConfig = Extensions.rest(Dialect.BEDROCK_CONVERSE, config, KNOWN_CONFIG);
        if (!inConfig.isEmpty()) {
            var node = SluiceJson.mapper().createObjectNode();
            inConfig.writeInto(node, Dialect.BEDROCK_CONVERSE);
            fields.put(CONFIG, node);
        }
        return fields.isEmpty()
                ? Extensions.NONE
                : new Extensions(Dialect.BEDROCK_CONVERSE, fields);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer", "n");
        }
        var body = SluiceJson.mapper().createObjectNode();
        new ConverseMessageWriter(losses).write(body, request.messages());
        writeConfig(body, request, losses);
        ConverseTools.write(body, request, losses);
        writeFormat(body, request.format(), losses);
        ConverseExtras.write(body, request, target, losses);
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.BEDROCK_CONVERSE);
        return body;
    }

    private static void writeConfig(ObjectNode body, ChatRequest request, Losses losses) {
        var config = SluiceJson.mapper().createObjectNode();
        var sampling = request.sampling();
        Tree.put(config, CAP, request.outputCap());
        Tree.put(config, "temperature", sampling.temperature());
        Tree.put(config, "topP", sampling.topP());
        if (!sampling.stop().isEmpty()) {
            var stops = config.putArray("stopSequences");
            sampling.stop().forEach(stops::add);
        }
        if (request.extensions().of(Dialect.BEDROCK_CONVERSE, CONFIG) instanceof ObjectNode own) {
            own.properties().forEach(one -> config.set(one.getKey(), one.getValue()));
        }
        if (!config.isEmpty()) {
            body.set(CONFIG, config);
        }
        drop(losses, "seed", sampling.seed());
        drop(losses, "presence_penalty", sampling.presencePenalty());
        drop(losses, "frequency_penalty", sampling.frequencyPenalty());
        drop(losses, "logit_bias", sampling.logitBias());
        drop(losses, "logprobs", Boolean.TRUE.equals(sampling.logprobs()) ? true : null);
    }

    private static void drop(Losses losses, String field, @Nullable Object value) {
        if (value != null) {
            losses.dropped(field);
        }
    }

    private static void writeFormat(ObjectNode body, OutputFormat format, Losses losses) {
        switch (format) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ ->
                    losses.changed("response_format", "dropped: the target takes only schemas");
            case OutputFormat.Schema schema -> {
                var text = body.putObject("outputConfig").putObject("textFormat");
                var inner = text.put("type", "json_schema").putObject("structure");
                var node = inner.putObject("jsonSchema");
                node.put("name", Objects.requireNonNullElse(schema.name(), "answer"));
                Tree.put(node, "description", schema.description());
                node.put("schema", ForeignJson.text(schema.schema()));
            }
        }
    }

    @Override
    public Set<Kind> inlineOnly() {
        return Set.of(Kind.IMAGE, Kind.DOCUMENT);
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        NestedCap.patch(patch, body, CONFIG, CAP, target);
    }
}
