package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.route.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests to continue a text. To a chat model that text is what the user says. */
final class CompletionsRequests implements RequestCodec {
    private static final String MAX_TOKENS = "max_tokens";
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "prompt",
                    "suffix",
                    "echo",
                    "best_of",
                    "logprobs",
                    "max_tokens",
                    "n",
                    "stop",
                    "temperature",
                    "top_p",
                    "presence_penalty",
                    "frequency_penalty",
                    "logit_bias",
                    "seed",
                    "user",
                    "stream",
                    "stream_options");

    private final RequestCodec chat;

    CompletionsRequests(RequestCodec chat) {
        this.chat = chat;
    }

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        return EnvelopeReader.read(door, body);
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        refuseUnsayable(root);
        return new ChatRequest(
                List.of(Message.text(Role.USER, prompt(root.path("prompt")))),
                List.of(),
                null,
                null,
                sampling(root),
                root.path(MAX_TOKENS).canConvertToLong() ? root.path(MAX_TOKENS).asLong() : null,
                Math.max(1, root.path("n").asInt(1)),
                OutputFormat.PLAIN,
                null,
                root.path("stream").asBoolean(false),
                root.path("user").isString() ? root.path("user").asString() : null,
                Extensions.rest(Dialect.OPENAI_CHAT, root, KNOWN));
    }

    private static void refuseUnsayable(JsonNode root) {
        refuse(!root.path("suffix").asString("").isEmpty(), "suffix");
        refuse(root.path("echo").asBoolean(false), "echo");
        refuse(root.path("best_of").asInt(1) > 1, "best_of");
        refuse(root.path("logprobs").isNumber(), "logprobs");
    }

    private static void refuse(boolean given, String field) {
        if (given) {
            throw new GatewayFailure.Unsupported(
                    "'" + field + "' cannot be said to a chat model, which this one is.", field);
        }
    }

    private static String prompt(JsonNode prompt) {
        if (prompt.isString()) {
            return prompt.asString();
        }
        if (prompt.isArray() && prompt.size() == 1 && prompt.path(0).isString()) {
            return prompt.path(0).asString();
        }
        throw new GatewayFailure.Unsupported(
                "This model is a chat model: 'prompt' must be one text, neither several nor tokens.",
                "prompt");
    }

    private static Sampling sampling(JsonNode root) {
        var stop = new ArrayList<String>();
        if (root.path("stop").isString()) {
            stop.add(root.path("stop").asString());
        }
        root.path("stop").values().forEach(one -> stop.add(one.asString("")));
        var bias = root.path("logit_bias");
        return new Sampling(
                decimal(root, "temperature"),
                decimal(root, "top_p"),
                null,
                stop,
                root.path("seed").canConvertToLong() ? root.path("seed").asLong() : null,
                decimal(root, "presence_penalty"),
                decimal(root, "frequency_penalty"),
                bias.isObject() ? bias : null,
                null,
                null);
    }

    private static @Nullable BigDecimal decimal(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).decimalValue() : null;
    }

    /** A chat is no text to be continued. */
    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        throw losses.refused("A chat", "messages");
    }

    /** There is but one field for the cap here. */
    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var field = target.capField() == null ? null : MAX_TOKENS;
        chat.patch(
                patch,
                body,
                new RequestTarget(
                        target.model(),
                        target.outputCap(),
                        target.capAsked(),
                        field,
                        target.askUsage()));
    }
}
