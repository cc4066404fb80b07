package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes what a model answered as one message. */
final class ChatAnswerWriter {
    private ChatAnswerWriter() {}

    static ObjectNode message(List<ContentPart> parts) {
        var node = SluiceJson.mapper().createObjectNode().put("role", "assistant");
        var text = new StringBuilder();
        var thinking = new StringBuilder();
        node.putNull("content");
        node.putNull("refusal");
        for (var part : parts) {
            switch (part) {
                case ContentPart.Text some -> {
                    cite(node, some.citations(), text.length());
                    text.append(some.text());
                    node.put("content", text.toString());
                }
                case ContentPart.Reasoning reasoning -> {
                    thinking.append(reasoning.text());
                    if (!thinking.isEmpty()) {
                        node.put("reasoning_content", thinking.toString());
                    }
                }
                case ContentPart.Refusal refusal -> node.put("refusal", refusal.text());
                case ContentPart.ToolCall call -> node.withArray("tool_calls").add(call(call));
                case ContentPart.Opaque opaque -> writeOpaque(node, opaque);
                case ContentPart.Media media -> {
                    var picture = ChatParts.picture(media);
                    if (picture != null) {
                        node.withArray(ChatParts.PICTURES).add(picture);
                    }
                }
                case ContentPart.ToolResult _ -> {}
            }
        }
        return node;
    }

    private static void writeOpaque(ObjectNode node, ContentPart.Opaque opaque) {
        if (opaque.origin() == Dialect.OPENAI_CHAT) {
            if (opaque.type().equals("tool_call")) {
                node.withArray("tool_calls").add(opaque.json());
            } else {
                node.set(opaque.type(), opaque.json());
            }
        }
    }

    static ObjectNode call(ContentPart.ToolCall call) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("id", call.id()).put("type", "function");
        node.putObject("function")
                .put("name", call.name())
                .put("arguments", call.arguments().isBlank() ? "{}" : call.arguments());
        sign(node, call.signature());
        return node;
    }

    /** As Google's own OpenAI door carries it, so that a client can send it back. */
    static void sign(ObjectNode call, @Nullable String signature) {
        if (signature != null) {
            call.putObject("extra_content").putObject("google").put("thought_signature", signature);
        }
    }

    private static void cite(ObjectNode message, List<Citation> citations, int offset) {
        citations.forEach(
                citation -> message.withArray("annotations").add(annotation(citation, offset)));
    }

    static JsonNode annotation(Citation citation, int offset) {
        var raw = citation.raw();
        if (raw != null && raw.has("url_citation")) {
            return raw;
        }
        var node = SluiceJson.mapper().createObjectNode().put("type", "url_citation");
        var url = node.putObject("url_citation");
        url.put("url", citation.url() == null ? "" : citation.url());
        url.put("title", citation.title() == null ? "" : citation.title());
        url.put("start_index", offset + (citation.start() == null ? 0 : citation.start()));
        url.put("end_index", offset + (citation.end() == null ? 0 : citation.end()));
        return node;
    }
}
