package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The items of an answer, as they are when they are complete. */
final class OutputItems {
    private OutputItems() {}

    static List<ContentPart> read(JsonNode output) {
        var parts = new ArrayList<ContentPart>();
        output.values().forEach(item -> read(item, parts));
        return parts;
    }

    static void read(JsonNode item, List<ContentPart> parts) {
        var type = item.path("type").asString("");
        switch (type) {
            case "message" ->
                    ItemParts.read(item.path("content")).stream()
                            .filter(OutputItems::saysSomething)
                            .forEach(parts::add);
            case "function_call" ->
                    parts.add(
                            new ContentPart.ToolCall(
                                    callId(item),
                                    CallName.of(item).joined(),
                                    arguments(item),
                                    null,
                                    null,
                                    Extensions.NONE));
            case "custom_tool_call" -> parts.add(customCall(item));
            case "reasoning" -> {
                var sealed = ItemFields.text(item, "encrypted_content");
                var text = ItemParts.thoughts(item);
                if (sealed != null || !text.isEmpty()) {
                    parts.add(
                            new ContentPart.Reasoning(text, null, sealed, own(), Extensions.NONE));
                }
            }
            default -> parts.add(new ContentPart.Opaque(own(), type, item));
        }
    }

    private static boolean saysSomething(ContentPart part) {
        return !(part instanceof ContentPart.Text text)
                || !text.text().isEmpty()
                || !text.citations().isEmpty();
    }

    private static Dialect own() {
        return Dialect.OPENAI_RESPONSES;
    }

    static String callId(JsonNode item) {
        return item.path("call_id").asString(item.path("id").asString(""));
    }

    static String arguments(JsonNode item) {
        var arguments = item.path("arguments");
        if (arguments.isString()) {
            return arguments.asString();
        }
        return arguments.isMissingNode() || arguments.isNull() ? "" : arguments.toString();
    }

    private static ContentPart customCall(JsonNode item) {
        return ContentPart.Opaque.call(
                callId(item), item.path("name").asString(""), item.path("input").asString(""));
    }

    static ObjectNode message(String id, String status, ArrayNode content) {
        var node = SluiceJson.mapper().createObjectNode().put("id", id).put("type", "message");
        node.put("status", status).put("role", "assistant");
        node.set("content", content);
        return node;
    }

    static ObjectNode refusal(String text) {
        return SluiceJson.mapper().createObjectNode().put("type", "refusal").put("refusal", text);
    }

    static ObjectNode summaryText(String text) {
        return SluiceJson.mapper().createObjectNode().put("type", "summary_text").put("text", text);
    }

    static ObjectNode reasoning(String id, ArrayNode summary, @Nullable String encrypted) {
        var node = SluiceJson.mapper().createObjectNode().put("id", id).put("type", "reasoning");
        node.set("summary", summary);
        Tree.put(node, "encrypted_content", encrypted);
        return node;
    }

    static ObjectNode call(
            String id, String status, String callId, CallName name, String arguments) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("id", id).put("type", "function_call").put("status", status);
        return name.into(node.put("call_id", callId)).put("arguments", arguments);
    }

    static ObjectNode customCall(
            String id, String status, String callId, String name, String input) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("id", id)
                .put("type", "custom_tool_call")
                .put("status", status)
                .put("call_id", callId)
                .put("name", name)
                .put("input", input);
    }

    /** A part that comes whole; null where this dialect cannot show it. */
    static @Nullable ObjectNode whole(String id, ContentPart part) {
        if (part instanceof ContentPart.Opaque opaque) {
            if (opaque.origin() == own() && opaque.json() instanceof ObjectNode item) {
                return item;
            }
            var custom = opaque.json().path("custom");
            if (!custom.isObject()) {
                return null;
            }
            return customCall(
                    id,
                    "completed",
                    opaque.json().path("id").asString(""),
                    custom.path("name").asString(""),
                    custom.path("input").asString(""));
        }
        if (part instanceof ContentPart.Media media
                && media.kind() == Kind.IMAGE
                && media.source() instanceof MediaSource.Inline(String base64)) {
            return SluiceJson.mapper()
                    .createObjectNode()
                    .put("id", id)
                    .put("type", "image_generation_call")
                    .put("status", "completed")
                    .put("result", base64);
        }
        return null;
    }
}
