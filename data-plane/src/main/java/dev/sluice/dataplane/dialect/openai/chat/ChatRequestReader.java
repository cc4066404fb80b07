package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads chat requests, legacy function calls included. */
final class ChatRequestReader {
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "messages",
                    "tools",
                    "tool_choice",
                    "functions",
                    "function_call",
                    "parallel_tool_calls",
                    "temperature",
                    "top_p",
                    "top_k",
                    "stop",
                    "seed",
                    "presence_penalty",
                    "frequency_penalty",
                    "logit_bias",
                    "logprobs",
                    "top_logprobs",
                    "n",
                    "max_tokens",
                    "max_completion_tokens",
                    "response_format",
                    "reasoning_effort",
                    "stream",
                    "stream_options",
                    "user",
                    "safety_identifier");

    private ChatRequestReader() {}

    static ChatRequest read(JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var tools = new ChatTools(root);
        return new ChatRequest(
                ChatMessages.read(root.path("messages")),
                tools.read(),
                tools.choice(),
                flag(root, "parallel_tool_calls"),
                sampling(root),
                cap(root),
                Math.max(1, root.path("n").asInt(1)),
                format(root.path("response_format")),
                reasoning(root),
                root.path("stream").asBoolean(false),
                endUser(root),
                Extensions.rest(Dialect.OPENAI_CHAT, root, KNOWN));
    }

    private static Sampling sampling(JsonNode root) {
        return new Sampling(
                decimal(root, "temperature"),
                decimal(root, "top_p"),
                whole(root, "top_k"),
                stop(root.path("stop")),
                whole(root, "seed"),
                decimal(root, "presence_penalty"),
                decimal(root, "frequency_penalty"),
                given(root, "logit_bias"),
                flag(root, "logprobs"),
                Tree.small(root.path("top_logprobs")));
    }

    private static List<String> stop(JsonNode node) {
        var texts = new ArrayList<String>();
        if (node.isString()) {
            texts.add(node.asString());
        }
        node.values()
                .forEach(one -> {
                    if (one.isString()) {
                        texts.add(one.asString());
                    }
                });
        return texts;
    }

    private static @Nullable Long cap(JsonNode root) {
        var newer = whole(root, "max_completion_tokens");
        return newer != null ? newer : whole(root, "max_tokens");
    }

    private static OutputFormat format(JsonNode node) {
        return switch (node.path("type").asString("")) {
            case "json_object" -> new OutputFormat.Json();
            case "json_schema" -> schema(node.path("json_schema"));
            default -> OutputFormat.PLAIN;
        };
    }

    private static OutputFormat schema(JsonNode node) {
        if (!node.path("schema").isObject()) {
            throw new GatewayFailure.Malformed(
                    "'response_format.json_schema.schema' must be an object.", "response_format");
        }
        return new OutputFormat.Schema(
                text(node, "name"),
                text(node, "description"),
                node.path("schema"),
                flag(node, "strict"));
    }

    private static @Nullable ReasoningWish reasoning(JsonNode root) {
        var effort = text(root, "reasoning_effort");
        return effort == null ? null : new ReasoningWish(effort, null, null);
    }

    private static @Nullable String endUser(JsonNode root) {
        var named = text(root, "safety_identifier");
        return named != null ? named : text(root, "user");
    }

    static @Nullable JsonNode given(JsonNode object, String field) {
        var node = object.path(field);
        return node.isMissingNode() || node.isNull() ? null : node;
    }

    static @Nullable String text(JsonNode object, String field) {
        return object.path(field).isString() ? object.path(field).asString() : null;
    }

    static @Nullable Boolean flag(JsonNode object, String field) {
        return object.path(field).isBoolean() ? object.path(field).asBoolean() : null;
    }

    private static @Nullable BigDecimal decimal(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).decimalValue() : null;
    }

    private static @Nullable Long whole(JsonNode object, String field) {
        var node = object.path(field);
        return node.isNumber() && node.canConvertToLong() ? node.asLong() : null;
    }
}
