package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages: parts in a list, a single text as it is, one message a tool's result. */
final class CohereMessageWriter {
    private final Losses losses;

    CohereMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> messages) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            losses.untoldName(message);
            message.parts().forEach(part -> writeResult(array, message, part));
            var rest =
                    message.parts().stream()
                            .filter(part -> !(part instanceof ContentPart.ToolResult))
                            .toList();
            if (!rest.isEmpty() || message.parts().isEmpty()) {
                var node = array.addObject().put("role", role(message.role()));
                writeParts(node, rest, true);
                message.extensions().writeInto(node, Dialect.COHERE);
            }
        }
        return array;
    }

    private void writeResult(ArrayNode array, Message message, ContentPart part) {
        if (!(part instanceof ContentPart.ToolResult result)) {
            return;
        }
        losses.untoldFailure(result);
        var node = array.addObject().put("role", "tool").put("tool_call_id", result.callId());
        writeParts(node, result.content(), true);
        message.extensions().writeInto(node, Dialect.COHERE);
    }

    private static String role(Role role) {
        return switch (role) {
            case SYSTEM, DEVELOPER -> "system";
            case USER -> "user";
            case ASSISTANT -> "assistant";
            case TOOL -> "tool";
        };
    }

    /**
     * The insides of a message.
     *
     * @param history whether it is sent to the provider, who gets back only its own thinking
     */
    void writeParts(ObjectNode node, List<ContentPart> parts, boolean history) {
        var content = SluiceJson.mapper().createArrayNode();
        var calls = SluiceJson.mapper().createArrayNode();
        for (var part : parts) {
            switch (part) {
                case ContentPart.Text text -> {
                    content.addObject().put("type", "text").put("text", text.text());
                    text.citations().forEach(citation -> cite(node, citation));
                    losses.dropped("content.", text.extensions());
                }
                case ContentPart.Refusal refusal ->
                        content.addObject().put("type", "text").put("text", refusal.text());
                case ContentPart.Reasoning reasoning -> {
                    if (!history || reasoning.origin() == Dialect.COHERE) {
                        writeThinking(node, content, reasoning);
                    }
                }
                case ContentPart.ToolCall call ->
                        calls.add(call(call.id(), call.name(), call.arguments()));
                case ContentPart.Media media -> writeImage(content, media);
                case ContentPart.Opaque opaque -> {
                    if (opaque.origin() != Dialect.COHERE) {
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                    }
                    content.add(opaque.json());
                }
                case ContentPart.ToolResult _ -> {}
            }
        }
        writeContent(node, content, history && calls.isEmpty());
        if (!calls.isEmpty()) {
            node.set("tool_calls", calls);
        }
    }

    private static void writeContent(ObjectNode node, ArrayNode content, boolean plain) {
        if (plain
                && content.size() == 1
                && content.get(0).path("type").asString("").equals("text")) {
            node.set("content", content.get(0).path("text"));
        } else if (!content.isEmpty()) {
            node.set("content", content);
        } else if (plain) {
            node.put("content", "");
        }
    }

    private static void writeThinking(
            ObjectNode node, ArrayNode content, ContentPart.Reasoning reasoning) {
        if (reasoning.extensions().fields().containsKey(CohereMessages.PLAN)) {
            node.put(CohereMessages.PLAN, reasoning.text());
        } else {
            content.addObject().put("type", "thinking").put("thinking", reasoning.text());
        }
    }

    private void cite(ObjectNode node, Citation citation) {
        node.withArray("citations").add(written(citation));
    }

    static JsonNode written(Citation citation) {
        var raw = citation.raw();
        if (raw != null && raw.has("sources")) {
            return raw;
        }
        var node = SluiceJson.mapper().createObjectNode();
        node.put("start", citation.start() == null ? 0 : citation.start());
        node.put("end", citation.end() == null ? 0 : citation.end());
        node.put("text", citation.quoted() == null ? "" : citation.quoted());
        var document =
                node.putArray("sources").addObject().put("type", "document").putObject("document");
        document.put("url", citation.url() == null ? "" : citation.url());
        document.put("title", citation.title() == null ? "" : citation.title());
        return node;
    }

    static ObjectNode call(String id, String name, String arguments) {
        var node = SluiceJson.mapper().createObjectNode().put("id", id).put("type", "function");
        node.putObject("function")
                .put("name", name)
                .put("arguments", arguments.isBlank() ? "{}" : arguments);
        return node;
    }

    private void writeImage(ArrayNode content, ContentPart.Media media) {
        if (media.kind() != Kind.IMAGE) {
            throw losses.refused("A part that is no text and no picture", "messages");
        }
        var url =
                switch (media.source()) {
                    case MediaSource.Url(String address) -> address;
                    case MediaSource.Inline(String base64) ->
                            InlineUrl.of(media.mimeType(), base64);
                    case MediaSource.FileId _, MediaSource.PlainText _ ->
                            throw losses.refused("An image in a file store", "messages");
                };
        var image = content.addObject().put("type", "image_url").putObject("image_url");
        image.put("url", url);
        Tree.put(image, "detail", media.detail());
    }
}
