package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads messages of requests and replies. */
final class OllamaMessages {
    private static final Set<String> KNOWN =
            Set.of(
                    "role",
                    "content",
                    "thinking",
                    "images",
                    "tool_calls",
                    "tool_name",
                    "tool_call_id");

    private final CallIds ids = new CallIds();

    List<Message> read(JsonNode list) {
        var messages = new ArrayList<Message>();
        for (var node : list.values()) {
            if (!node.isObject()) {
                throw new GatewayFailure.Malformed(
                        "Every one of 'messages' must be an object.", "messages");
            }
            messages.add(message(node));
        }
        return messages;
    }

    private Message message(JsonNode node) {
        var role = role(node.path("role").asString("user"));
        var rest = Extensions.rest(Dialect.OLLAMA, node, KNOWN);
        if (role == Role.TOOL) {
            var name = Tree.text(node, "tool_name");
            var result =
                    new ContentPart.ToolResult(
                            ids.ofResult(Tree.text(node, "tool_call_id"), name),
                            name,
                            List.of(ContentPart.Text.of(node.path("content").asString(""))),
                            false,
                            null,
                            Extensions.NONE);
            return new Message(role, List.of(result), null, rest);
        }
        return new Message(role, parts(node), null, rest);
    }

    List<ContentPart> parts(JsonNode node) {
        var parts = new ArrayList<ContentPart>();
        var thinking = node.path("thinking").asString("");
        if (!thinking.isEmpty()) {
            parts.add(
                    new ContentPart.Reasoning(
                            thinking, null, null, Dialect.OLLAMA, Extensions.NONE));
        }
        var content = node.path("content").asString("");
        if (!content.isEmpty()) {
            parts.add(ContentPart.Text.of(content));
        }
        for (var image : node.path("images").values()) {
            parts.add(
                    new ContentPart.Media(
                            Kind.IMAGE,
                            new MediaSource.Inline(image.asString("")),
                            null,
                            null,
                            null,
                            null,
                            Extensions.NONE));
        }
        for (var call : node.path("tool_calls").values()) {
            parts.add(call(call));
        }
        return parts;
    }

    private ContentPart call(JsonNode call) {
        var function = call.path("function");
        var name = function.path("name").asString("");
        return new ContentPart.ToolCall(
                ids.ofCall(Tree.text(call, "id"), name),
                name,
                Tree.arguments(function.path("arguments")),
                null,
                null,
                Extensions.rest(Dialect.OLLAMA, call, Set.of("id", "function", "type")));
    }

    private static Role role(String word) {
        return switch (word) {
            case "system" -> Role.SYSTEM;
            case "assistant" -> Role.ASSISTANT;
            case "tool" -> Role.TOOL;
            default -> Role.USER;
        };
    }
}
