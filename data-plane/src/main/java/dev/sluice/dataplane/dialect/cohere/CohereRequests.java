package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
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
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Chat requests of the dialect. */
final class CohereRequests implements RequestCodec {
    private static final String CAP = "max_tokens";
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "messages",
                    "tools",
                    "tool_choice",
                    CAP,
                    "stop_sequences",
                    "temperature",
                    "seed",
                    "frequency_penalty",
                    "presence_penalty",
                    "k",
                    "p",
                    "logprobs",
                    "response_format",
                    "thinking",
                    "stream");

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        var messages = Envelopes.value(body, "messages");
        Envelopes.filledList(messages, "messages");
        var capped = SluiceJson.mapper().createObjectNode();
        capped.set(CAP, Envelopes.value(body, CAP));
        return Envelopes.of(
                Envelopes.alias(door, body),
                Envelopes.flag(body, "stream", false),
                body.span(CAP) == null ? null : Envelopes.cap(capped, CAP),
                CAP,
                !Envelopes.value(body, "tools").isEmpty(),
                messages.toString().contains("\"image_url\""));
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        return new ChatRequest(
                CohereMessages.read(root.path("messages")),
                FunctionTools.read(root.path("tools"), Dialect.COHERE),
                choice(root.path("tool_choice").asString("")),
                null,
                new Sampling(
                        Tree.decimal(root, "temperature"),
                        Tree.decimal(root, "p"),
                        Tree.whole(root, "k"),
                        Tree.texts(root.path("stop_sequences")),
                        Tree.whole(root, "seed"),
                        Tree.decimal(root, "presence_penalty"),
                        Tree.decimal(root, "frequency_penalty"),
                        null,
                        Tree.flag(root, "logprobs"),
                        null),
                Tree.cap(root, CAP),
                1,
                format(root.path("response_format")),
                thinking(root.path("thinking")),
                root.path("stream").asBoolean(false),
                null,
                Extensions.rest(Dialect.COHERE, root, KNOWN));
    }

    private static @Nullable ToolChoice choice(String word) {
        return switch (word) {
            case "NONE" -> ToolChoice.of(Mode.NONE);
            case "REQUIRED" -> ToolChoice.of(Mode.REQUIRED);
            default -> null;
        };
    }

    private static OutputFormat format(JsonNode node) {
        if (!node.path("type").asString("").equals("json_object")) {
            return OutputFormat.PLAIN;
        }
        var schema =
                node.path("json_schema").isObject()
                        ? node.path("json_schema")
                        : node.path("schema");
        return schema.isObject()
                ? new OutputFormat.Schema(null, null, schema, null)
                : new OutputFormat.Json();
    }

    private static @Nullable ReasoningWish thinking(JsonNode node) {
        return switch (node.path("type").asString("")) {
            case "disabled" -> new ReasoningWish("none", null, null);
            case "enabled" -> {
                var budget = Tree.whole(node, "token_budget");
                yield new ReasoningWish(null, budget == null ? -1L : budget, null);
            }
            default -> null;
        };
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer", "n");
        }
        var body = SluiceJson.mapper().createObjectNode();
        body.put("model", target.model());
        body.set("messages", new CohereMessageWriter(losses).write(request.messages()));
        writeTools(body, request, losses);
        writeSampling(body, request.sampling(), losses);
        Tree.put(body, CAP, request.outputCap());
        switch (request.format()) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ ->
                    body.putObject("response_format").put("type", "json_object");
            case OutputFormat.Schema schema ->
                    body.putObject("response_format")
                            .put("type", "json_object")
                            .set("json_schema", schema.schema());
        }
        losses.untoldSight(request.reasoning(), true);
        writeThinking(body, request.reasoning());
        if (request.endUser() != null) {
            losses.dropped("user");
        }
        if (request.stream()) {
            body.put("stream", true);
        }
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.COHERE);
        return body;
    }

    private static void writeTools(ObjectNode body, ChatRequest request, Losses losses) {
        if (request.tools().isEmpty()) {
            return;
        }
        losses.untoldNames(request.toolChoice());
        body.set("tools", FunctionTools.write(request.tools(), Dialect.COHERE, losses));
        if (Boolean.FALSE.equals(request.parallelToolCalls())) {
            losses.dropped("parallel_tool_calls");
        }
        var choice = request.toolChoice();
        if (choice == null) {
            return;
        }
        switch (choice.mode()) {
            case NONE -> body.put("tool_choice", "NONE");
            case AUTO -> {}
            case REQUIRED -> body.put("tool_choice", "REQUIRED");
            case NAMED -> {
                body.put("tool_choice", "REQUIRED");
                if (request.tools().size() > 1) {
                    losses.changed("tool_choice", "widened to any tool: cohere can name none");
                }
            }
        }
    }

    private static void writeSampling(ObjectNode body, Sampling sampling, Losses losses) {
        Tree.put(body, "temperature", sampling.temperature());
        Tree.put(body, "p", sampling.topP());
        Tree.put(body, "k", sampling.topK());
        if (!sampling.stop().isEmpty()) {
            var stops = body.putArray("stop_sequences");
            sampling.stop().forEach(stops::add);
        }
        Tree.put(body, "seed", sampling.seed());
        Tree.put(body, "presence_penalty", sampling.presencePenalty());
        Tree.put(body, "frequency_penalty", sampling.frequencyPenalty());
        if (sampling.logitBias() != null) {
            losses.dropped("logit_bias");
        }
        Tree.put(body, "logprobs", sampling.logprobs());
        if (sampling.topLogprobs() != null && sampling.topLogprobs() > 0) {
            losses.dropped("top_logprobs");
        }
    }

    private static void writeThinking(ObjectNode body, @Nullable ReasoningWish wish) {
        if (wish == null) {
            return;
        }
        var node = body.putObject("thinking").put("type", wish.isOff() ? "disabled" : "enabled");
        var budget = wish.budgetOrEffort();
        if (budget != null && budget > 0) {
            node.put("token_budget", budget);
        }
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var model = body.span("model");
        if (model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(target.model()));
        }
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
