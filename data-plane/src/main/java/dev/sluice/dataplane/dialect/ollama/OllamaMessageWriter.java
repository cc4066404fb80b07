package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages: one text each, pictures beside it, one message for each result of a tool. */
final class OllamaMessageWriter {
    private final Losses losses;
    private final Map<String, String> names = new HashMap<>();

    OllamaMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> messages) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            losses.untoldName(message);
            var rest =
                    message.parts().stream()
                            .filter(part -> !(part instanceof ContentPart.ToolResult))
                            .toList();
            message.parts().forEach(part -> writeResult(array, message, part));
            if (!rest.isEmpty() || message.parts().isEmpty()) {
                array.add(written(message.withParts(rest)));
            }
        }
        return array;
    }

    private void writeResult(ArrayNode array, Message message, ContentPart part) {
        if (!(part instanceof ContentPart.ToolResult result)) {
            return;
        }
        losses.untoldFailure(result);
        var node = array.addObject().put("role", "tool").put("content", Tree.resultText(result));
        var name = result.toolName() == null ? names.get(result.callId()) : result.toolName();
        Tree.put(node, "tool_name", name);
        if (!CallIds.isMade(result.callId())) {
            node.put("tool_call_id", result.callId());
        }
        for (var some : result.content()) {
            if (some instanceof ContentPart.Media media) {
                writeImage(node, media);
            }
        }
        message.extensions().writeInto(node, Dialect.OLLAMA);
    }

    private ObjectNode written(Message message) {
        var node = SluiceJson.mapper().createObjectNode().put("role", role(message.role()));
        node.put("content", Tree.plainText(message.parts(), "\n"));
        for (var part : message.parts()) {
            switch (part) {
                case ContentPart.Media media -> writeImage(node, media);
                case ContentPart.Reasoning reasoning -> {
                    if (reasoning.origin() == Dialect.OLLAMA) {
                        node.put("thinking", node.path("thinking").asString("") + reasoning.text());
                    }
                }
                case ContentPart.ToolCall call -> node.withArray("tool_calls").add(call(call));
                case ContentPart.Opaque opaque ->
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                case ContentPart.Text _, ContentPart.Refusal _, ContentPart.ToolResult _ -> {}
            }
        }
        message.extensions().writeInto(node, Dialect.OLLAMA);
        return node;
    }

    private static String role(Role role) {
        return switch (role) {
            case SYSTEM, DEVELOPER -> "system";
            case USER -> "user";
            case ASSISTANT -> "assistant";
            case TOOL -> "tool";
        };
    }

    private void writeImage(ObjectNode node, ContentPart.Media media) {
        losses.untoldDetail(media);
        if (media.kind() != Kind.IMAGE) {
            throw losses.refused("A part that is no text and no picture", "messages");
        }
        if (!(media.source() instanceof MediaSource.Inline(String base64))) {
            throw losses.refused("An image that is not in the request", "messages");
        }
        node.withArray("images").add(base64);
    }

    ObjectNode call(ContentPart.ToolCall call) {
        names.put(call.id(), call.name());
        var node = SluiceJson.mapper().createObjectNode();
        if (!CallIds.isMade(call.id())) {
            node.put("id", call.id());
        }
        node.putObject("function")
                .put("name", call.name())
                .set("arguments", Tree.argumentsObject(call.arguments()));
        call.extensions().writeInto(node, Dialect.OLLAMA);
        return node;
    }
}
