package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads messages: calls have no ids, and their results name the function alone. */
final class QianfanMessages {
    static final String THOUGHTS = "thoughts";
    private static final Set<String> KNOWN = Set.of("role", "content", "name", "function_call");

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
        var rest = Extensions.rest(Dialect.QIANFAN, node, KNOWN);
        var content = node.path("content").asString("");
        var name = Tree.text(node, "name");
        if (node.path("role").asString("").equals("function")) {
            var result =
                    new ContentPart.ToolResult(
                            ids.ofResult(null, name),
                            name,
                            List.of(ContentPart.Text.of(content)),
                            false,
                            null,
                            Extensions.NONE);
            return new Message(Role.TOOL, List.of(result), null, rest);
        }
        var parts = new ArrayList<ContentPart>();
        if (!content.isEmpty()) {
            parts.add(ContentPart.Text.of(content));
        }
        var call = call(node.path("function_call"));
        if (call != null) {
            parts.add(call);
        }
        var isAnswer = node.path("role").asString("").equals("assistant");
        return new Message(isAnswer ? Role.ASSISTANT : Role.USER, parts, name, rest);
    }

    /** Null where there is none. */
    ContentPart.@Nullable ToolCall call(JsonNode node) {
        var name = node.path("name").asString("");
        if (name.isEmpty()) {
            return null;
        }
        var thoughts = node.path(THOUGHTS);
        return new ContentPart.ToolCall(
                ids.ofCall(null, name),
                name,
                Tree.arguments(node.path("arguments")),
                null,
                null,
                thoughts.isString()
                        ? new Extensions(Dialect.QIANFAN, Map.of(THOUGHTS, thoughts))
                        : Extensions.NONE);
    }
}
