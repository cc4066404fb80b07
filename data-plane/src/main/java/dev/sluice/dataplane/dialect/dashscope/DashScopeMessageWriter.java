package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages. Only models that see or hear take content in a list. */
final class DashScopeMessageWriter {
    private final Losses losses;
    private final boolean lists;

    DashScopeMessageWriter(Losses losses, String model) {
        this.losses = losses;
        this.lists = model.contains("-vl") || model.contains("-omni") || model.contains("-audio");
    }

    ArrayNode write(List<Message> messages) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            message.parts().forEach(part -> writeResult(array, message, part));
            var rest =
                    message.parts().stream()
                            .filter(part -> !(part instanceof ContentPart.ToolResult))
                            .toList();
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
        for (var some : result.content()) {
            if (some instanceof ContentPart.Media) {
                throw losses.refused("An image in a tool's result", "messages");
            }
        }
        if (!CallIds.isMade(result.callId())) {
            node.put("tool_call_id", result.callId());
        }
        Tree.put(node, "name", result.toolName());
        message.extensions().writeInto(node, Dialect.DASHSCOPE);
    }

    private ObjectNode written(Message message) {
        var node = SluiceJson.mapper().createObjectNode().put("role", role(message.role()));
        var content = SluiceJson.mapper().createArrayNode();
        var calls = SluiceJson.mapper().createArrayNode();
        var seen = false;
        for (var part : message.parts()) {
            switch (part) {
                case ContentPart.Text text -> content.addObject().put("text", text.text());
                case ContentPart.Refusal some -> content.addObject().put("text", some.text());
                case ContentPart.Media media -> {
                    seen = true;
                    writeMedia(content, media);
                }
                case ContentPart.Reasoning some -> {
                    if (some.origin() == Dialect.DASHSCOPE) {
                        node.put("reasoning_content", some.text());
                    }
                }
                case ContentPart.ToolCall call ->
                        calls.add(call(calls.size(), call.id(), call.name(), call.arguments()));
                case ContentPart.Opaque opaque -> {
                    if (opaque.origin() != Dialect.DASHSCOPE) {
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                    }
                    seen = true;
                    content.add(opaque.json());
                }
                case ContentPart.ToolResult _ -> {}
            }
        }
        if (lists || seen) {
            node.set("content", content);
        } else {
            node.put("content", Tree.plainText(message.parts(), "\n"));
        }
        Tree.put(node, "name", message.name());
        if (!calls.isEmpty()) {
            node.set("tool_calls", calls);
        }
        message.extensions().writeInto(node, Dialect.DASHSCOPE);
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

    static ObjectNode call(int index, String id, String name, String arguments) {
        var node = SluiceJson.mapper().createObjectNode();
        if (!CallIds.isMade(id)) {
            node.put("id", id);
        }
        node.put("index", index).put("type", "function");
        node.putObject("function").put("name", name).put("arguments", arguments);
        return node;
    }

    private void writeMedia(ArrayNode content, ContentPart.Media media) {
        losses.untoldDetail(media);
        var address =
                switch (media.source()) {
                    case MediaSource.Url(String url) -> url;
                    case MediaSource.Inline(String base64) ->
                            InlineUrl.of(media.mimeType(), base64);
                    case MediaSource.FileId _, MediaSource.PlainText _ ->
                            throw losses.refused("A part in a file store", "messages");
                };
        switch (media.kind()) {
            case IMAGE -> content.addObject().put("image", address);
            case AUDIO -> content.addObject().put("audio", address);
            case VIDEO -> content.addObject().put("video", address);
            case DOCUMENT -> throw losses.refused("A document", "messages");
        }
    }
}
