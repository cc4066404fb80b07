package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.anthropic.BlockReader;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads requests. */
final class MessagesReader {
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "messages",
                    "system",
                    "max_tokens",
                    "stop_sequences",
                    "temperature",
                    "top_p",
                    "top_k",
                    "stream",
                    "tools",
                    "mcp_servers",
                    "tool_choice",
                    "metadata",
                    "thinking",
                    "output_config",
                    "output_format");
    private static final Set<String> MESSAGE = Set.of("role", "content");

    private MessagesReader() {}

    static ChatRequest read(JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        var tools = new ToolDefinitions(root);
        return new ChatRequest(
                messages(root),
                tools.read(),
                tools.choice(),
                tools.parallel(),
                sampling(root),
                Fields.whole(root, "max_tokens"),
                1,
                format(root),
                ThinkingWish.read(root),
                root.path("stream").asBoolean(false),
                Fields.text(root.path("metadata"), "user_id"),
                extensions(root));
    }

    /** Objects of which only a part has a place in the conversation stay beside it whole. */
    private static Extensions extensions(JsonNode root) {
        var rest = Extensions.rest(Dialect.ANTHROPIC, root, KNOWN);
        var fields = new LinkedHashMap<>(rest.fields());
        keep(fields, root, "metadata", Set.of("user_id"));
        keep(fields, root, "output_config", Set.of("effort", "format"));
        if (ThinkingWish.isUnknown(root.path("thinking"))) {
            fields.put("thinking", root.path("thinking"));
        }
        return fields.isEmpty() ? Extensions.NONE : new Extensions(Dialect.ANTHROPIC, fields);
    }

    private static void keep(
            Map<String, JsonNode> fields, JsonNode root, String name, Set<String> known) {
        var object = root.path(name);
        if (object.isObject() && !Extensions.rest(Dialect.ANTHROPIC, object, known).isEmpty()) {
            fields.put(name, object);
        }
    }

    private static List<Message> messages(JsonNode root) {
        var all = new ArrayList<Message>();
        var system = BlockReader.read(root.path("system"));
        if (!system.isEmpty()) {
            all.add(Message.of(Role.SYSTEM, system));
        }
        var place = 0;
        for (var node : root.path("messages").values()) {
            if (!node.isObject()) {
                throw wrong(place, "Input should be an object");
            }
            addMessage(all, node, place++);
        }
        return all;
    }

    private static GatewayFailure wrong(int place, String what) {
        return new GatewayFailure.Malformed("messages." + place + ": " + what, "messages");
    }

    /** Results of tools are a turn of their own: all that stand in one message together. */
    private static void addMessage(List<Message> all, JsonNode node, int place) {
        var role = role(node.path("role").asString(""), place);
        var results = new ArrayList<ContentPart>();
        var rest = new ArrayList<ContentPart>();
        for (var part : BlockReader.read(node.path("content"))) {
            (part instanceof ContentPart.ToolResult ? results : rest).add(part);
        }
        if (!results.isEmpty()) {
            all.add(Message.of(Role.TOOL, results));
        }
        if (!rest.isEmpty() || node.path("content").isEmpty()) {
            all.add(
                    new Message(
                            role, rest, null, Extensions.rest(Dialect.ANTHROPIC, node, MESSAGE)));
        }
    }

    private static Role role(String word, int place) {
        return switch (word) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "system" -> Role.SYSTEM;
            default -> throw wrong(place, "role should be 'user' or 'assistant'");
        };
    }

    private static Sampling sampling(JsonNode root) {
        var stops = new ArrayList<String>();
        root.path("stop_sequences")
                .values()
                .forEach(one -> {
                    if (one.isString()) {
                        stops.add(one.asString());
                    }
                });
        return new Sampling(
                Fields.decimal(root, "temperature"),
                Fields.decimal(root, "top_p"),
                Fields.whole(root, "top_k"),
                stops,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static OutputFormat format(JsonNode root) {
        var schema = schema(root.path("output_config").path("format"));
        schema = schema != null ? schema : schema(root.path("output_format"));
        return schema != null
                ? new OutputFormat.Schema(null, null, schema, true)
                : OutputFormat.PLAIN;
    }

    private static @Nullable JsonNode schema(JsonNode format) {
        return format.path("schema").isObject() ? format.path("schema") : null;
    }
}
