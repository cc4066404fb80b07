package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads messages: content is a text, or a list whose entries have one field that tells the kind.
 */
final class DashScopeMessages {
    private static final Set<String> KNOWN =
            Set.of("role", "content", "reasoning_content", "tool_calls", "tool_call_id", "name");

    private final CallIds ids = new CallIds();

    List<Message> read(JsonNode list) {
        var messages = new ArrayList<Message>();
        for (var node : list.values()) {
            if (!node.isObject()) {
                throw new GatewayFailure.Malformed(
                        "Every one of 'input.messages' must be an object.", "input");
            }
            messages.add(message(node));
        }
        return messages;
    }

    private Message message(JsonNode node) {
        var role = role(node.path("role").asString("user"));
        var rest = Extensions.rest(Dialect.DASHSCOPE, node, KNOWN);
        if (role == Role.TOOL) {
            var name = Tree.text(node, "name");
            var id = Tree.text(node, "tool_call_id");
            var result =
                    new ContentPart.ToolResult(
                            ids.ofResult(id, name),
                            name,
                            content(node.path("content")),
                            false,
                            null,
                            Extensions.NONE);
            return new Message(role, List.of(result), null, rest);
        }
        return new Message(role, parts(node), Tree.text(node, "name"), rest);
    }

    List<ContentPart> parts(JsonNode node) {
        var parts = new ArrayList<ContentPart>();
        var thinking = node.path("reasoning_content").asString("");
        if (!thinking.isEmpty()) {
            parts.add(
                    new ContentPart.Reasoning(
                            thinking, null, null, Dialect.DASHSCOPE, Extensions.NONE));
        }
        parts.addAll(content(node.path("content")));
        for (var call : node.path("tool_calls").values()) {
            var name = call.path("function").path("name").asString("");
            parts.add(
                    new ContentPart.ToolCall(
                            ids.ofCall(Tree.text(call, "id"), name),
                            name,
                            Tree.arguments(call.path("function").path("arguments")),
                            null,
                            null,
                            Extensions.NONE));
        }
        return parts;
    }

    static List<ContentPart> content(JsonNode content) {
        var parts = new ArrayList<ContentPart>();
        if (content.isString() && !content.asString().isEmpty()) {
            parts.add(ContentPart.Text.of(content.asString()));
        }
        for (var node : content.values()) {
            parts.add(part(node));
        }
        return parts;
    }

    private static ContentPart part(JsonNode node) {
        if (node.path("text").isString()) {
            return ContentPart.Text.of(node.path("text").asString());
        }
        if (node.path("image").isString()) {
            return media(Kind.IMAGE, node.path("image").asString());
        }
        if (node.path("audio").isString()) {
            return media(Kind.AUDIO, node.path("audio").asString());
        }
        if (node.path("video").isString()) {
            return media(Kind.VIDEO, node.path("video").asString());
        }
        var type = node.propertyNames().stream().findFirst().orElse("");
        return new ContentPart.Opaque(Dialect.DASHSCOPE, type, node);
    }

    private static ContentPart media(Kind kind, String address) {
        var data = InlineUrl.parse(address);
        return new ContentPart.Media(
                kind,
                data != null ? new MediaSource.Inline(data.base64()) : new MediaSource.Url(address),
                data != null ? data.mimeType() : null,
                null,
                null,
                null,
                Extensions.NONE);
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
