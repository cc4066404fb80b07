package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the messages of requests and the message of replies. */
final class ChatMessages {
    private static final Set<String> KNOWN =
            Set.of(
                    "role",
                    "content",
                    "name",
                    "refusal",
                    "tool_calls",
                    "tool_call_id",
                    "function_call",
                    "audio");

    private ChatMessages() {}

    static List<Message> read(JsonNode array) {
        var messages = new ArrayList<Message>();
        var calls = new LegacyCalls();
        for (var node : array.values()) {
            if (!node.isObject()) {
                throw new GatewayFailure.Malformed(
                        "Every one of 'messages' must be an object.", "messages");
            }
            messages.add(message(node, calls));
        }
        return messages;
    }

    private static Message message(JsonNode node, LegacyCalls calls) {
        var role = role(node.path("role").asString(""));
        var rest = Extensions.rest(Dialect.OPENAI_CHAT, node, KNOWN);
        var name = ChatRequestReader.text(node, "name");
        if (role == Role.TOOL) {
            var id = ChatRequestReader.text(node, "tool_call_id");
            var result =
                    new ContentPart.ToolResult(
                            id != null ? id : calls.idOfLast(name),
                            name,
                            ChatParts.read(node.path("content")),
                            false,
                            null,
                            Extensions.NONE);
            return new Message(role, List.of(result), null, rest);
        }
        return new Message(role, parts(node, calls), name, rest);
    }

    /** In the order in which a model makes them: thinking, words, calls. */
    static List<ContentPart> parts(JsonNode node, LegacyCalls calls) {
        var parts = new ArrayList<ContentPart>(ChatReasoning.read(node));
        parts.addAll(ChatParts.read(node.path("content")));
        ChatParts.cite(parts, node.path("annotations"));
        var refusal = ChatRequestReader.text(node, "refusal");
        if (refusal != null && !refusal.isEmpty()) {
            parts.add(new ContentPart.Refusal(refusal));
        }
        if (node.path("audio").isObject()) {
            parts.add(new ContentPart.Opaque(Dialect.OPENAI_CHAT, "audio", node.path("audio")));
        }
        readCalls(node, calls, parts);
        return parts;
    }

    private static void readCalls(JsonNode node, LegacyCalls calls, List<ContentPart> parts) {
        var list = node.path("tool_calls");
        // Some servers send one call as an object instead of a list.
        var all = list.isObject() ? List.of(list) : List.copyOf(list.values());
        for (var call : all) {
            if (call.path("type").asString("function").equals("custom")) {
                parts.add(new ContentPart.Opaque(Dialect.OPENAI_CHAT, "tool_call", call));
                continue;
            }
            var function = call.path("function");
            var id = ChatRequestReader.text(call, "id");
            var name = function.path("name").asString("");
            if (name.isEmpty() && arguments(function.path("arguments")).isEmpty()) {
                continue; // a call of nothing is none
            }
            parts.add(
                    new ContentPart.ToolCall(
                            id != null && !id.isEmpty() ? id : calls.idFor(name),
                            name,
                            arguments(function.path("arguments")),
                            ChatReasoning.signatureOf(call),
                            null,
                            Extensions.NONE));
        }
        var legacy = node.path("function_call");
        var name = legacy.path("name").asString("");
        if (!name.isEmpty()) { // some servers send every field of a message, the empty ones, too
            parts.add(
                    new ContentPart.ToolCall(
                            calls.idFor(name),
                            name,
                            arguments(legacy.path("arguments")),
                            null,
                            null,
                            Extensions.NONE));
        }
    }

    /** JSON text; some servers send the object itself. */
    static String arguments(JsonNode node) {
        if (node.isString()) {
            return node.asString();
        }
        return node.isMissingNode() || node.isNull() ? "" : node.toString();
    }

    private static Role role(String word) {
        return switch (word) {
            case "system" -> Role.SYSTEM;
            case "developer" -> Role.DEVELOPER;
            case "assistant" -> Role.ASSISTANT;
            case "tool", "function" -> Role.TOOL;
            case "user" -> Role.USER;
            default ->
                    throw new GatewayFailure.Malformed(
                            "'messages[].role' must be system, developer, user, assistant or tool,"
                                    + " not '"
                                    + word
                                    + "'.",
                            "messages");
        };
    }

    /** Ids for calls that have none: the same for the same conversation. */
    static final class LegacyCalls {
        private int count;

        String idFor(String name) {
            count++;
            return "call_" + count + "_" + name;
        }

        /** The result of a call that had no id belongs to the latest one. */
        String idOfLast(@Nullable String name) {
            return "call_" + count + "_" + (name == null ? "" : name);
        }
    }
}
