package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages as the dialect wants them: instructions apart, user and assistant in turn. */
final class QianfanMessageWriter {
    private final Losses losses;
    private final Map<String, String> names = new HashMap<>();

    QianfanMessageWriter(Losses losses) {
        this.losses = losses;
    }

    void write(ObjectNode body, List<Message> messages) {
        var system = new StringBuilder();
        var turns = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            if (message.isInstruction()) {
                if (!turns.isEmpty()) {
                    losses.changed("messages", "rewritten: all instructions stand first");
                }
                system.append(system.isEmpty() ? "" : "\n")
                        .append(Tree.plainText(message.parts(), "\n"));
            } else {
                writeTurn(turns, message);
            }
        }
        body.set("messages", turns);
        if (!system.isEmpty()) {
            body.put("system", system.toString());
        }
    }

    private void writeTurn(ArrayNode turns, Message message) {
        var text = Tree.plainText(message.parts(), "\n");
        var calls = 0;
        for (var part : message.parts()) {
            switch (part) {
                case ContentPart.ToolCall call -> {
                    if (calls++ > 0) {
                        throw losses.refused("More than one call in one turn", "messages");
                    }
                    writeCall(turns, text, call);
                }
                case ContentPart.ToolResult result -> writeResult(turns, message, result);
                case ContentPart.Media _ ->
                        throw losses.refused("A part that is no text", "messages");
                case ContentPart.Opaque opaque ->
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                case ContentPart.Text _, ContentPart.Refusal _, ContentPart.Reasoning _ -> {}
            }
        }
        if (calls == 0 && (!text.isEmpty() || message.parts().isEmpty())) {
            var role = message.role() == Role.ASSISTANT ? "assistant" : "user";
            writeText(turns, role, text, message);
        }
    }

    /** Two turns of one speaker become one. */
    private void writeText(ArrayNode turns, String role, String text, Message message) {
        var last = turns.isEmpty() ? null : (ObjectNode) turns.get(turns.size() - 1);
        if (last != null
                && last.path("role").asString("").equals(role)
                && !last.has("function_call")) {
            losses.changed("messages", "rewritten: turns of one speaker are joined");
            last.put("content", last.path("content").asString("") + "\n" + text);
            return;
        }
        var node = turns.addObject().put("role", role).put("content", text);
        Tree.put(node, "name", message.name());
        message.extensions().writeInto(node, Dialect.QIANFAN);
    }

    private void writeCall(ArrayNode turns, String text, ContentPart.ToolCall call) {
        names.put(call.id(), call.name());
        var node = turns.addObject().put("role", "assistant").put("content", text);
        call(node.putObject("function_call"), call.name(), call.arguments());
        call.extensions().writeInto((ObjectNode) node.path("function_call"), Dialect.QIANFAN);
    }

    static void call(ObjectNode node, String name, String arguments) {
        node.put("name", name).put("arguments", arguments.isBlank() ? "{}" : arguments);
    }

    private void writeResult(ArrayNode turns, Message message, ContentPart.ToolResult result) {
        losses.untoldFailure(result);
        var name = result.toolName() == null ? names.get(result.callId()) : result.toolName();
        var node = turns.addObject().put("role", "function");
        node.put("name", name == null ? "" : name).put("content", Tree.resultText(result));
        message.extensions().writeInto(node, Dialect.QIANFAN);
    }
}
