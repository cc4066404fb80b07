package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.dataplane.dialect.responses.item.SealedThoughts;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages as items: calls, results and thoughts each become one of their own. */
final class InputWriter {
    private final Losses losses;
    private final ArrayNode items = SluiceJson.mapper().createArrayNode();

    InputWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> messages) {
        messages.forEach(this::message);
        return items;
    }

    private void message(Message message) {
        losses.dropped("messages.", message.extensions());
        losses.untoldName(message);
        var said = new ArrayList<ContentPart>();
        for (var part : message.parts()) {
            var begins = part instanceof ContentPart.Text text && begins(text);
            if (isItem(part) || begins) {
                flush(message, said);
            }
            if (isItem(part)) {
                item(part);
            } else {
                said.add(part);
            }
        }
        flush(message, said);
    }

    private static boolean begins(ContentPart.Text text) {
        return text.extensions().of(Dialect.OPENAI_RESPONSES, InputItems.MESSAGE) != null;
    }

    /** Whether the part is an item of its own rather than the content of a message. */
    private static boolean isItem(ContentPart part) {
        return switch (part) {
            case ContentPart.ToolCall _, ContentPart.ToolResult _, ContentPart.Reasoning _ -> true;
            case ContentPart.Opaque opaque -> !opaque.type().startsWith("input_");
            case ContentPart.Text _, ContentPart.Media _, ContentPart.Refusal _ -> false;
        };
    }

    private void item(ContentPart part) {
        switch (part) {
            case ContentPart.ToolCall call -> items.add(call(call));
            case ContentPart.ToolResult result -> items.add(result(result));
            case ContentPart.Reasoning reasoning -> reasoning(reasoning);
            case ContentPart.Opaque opaque -> items.add(opaque(opaque));
            case ContentPart.Text _, ContentPart.Media _, ContentPart.Refusal _ -> {}
        }
    }

    private static ObjectNode call(ContentPart.ToolCall call) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "function_call");
        CallName.kept(call.extensions(), call.name()).into(node.put("call_id", call.id()));
        node.put("arguments", call.arguments().isBlank() ? "{}" : call.arguments());
        ItemFields.restore(node, call.extensions());
        return node;
    }

    private ObjectNode result(ContentPart.ToolResult result) {
        losses.untoldFailure(result);
        var node = SluiceJson.mapper().createObjectNode();
        var type = ItemFields.kept(result.extensions(), "type");
        node.put("type", type == null ? "function_call_output" : type);
        node.put("call_id", result.callId());
        var content = result.content();
        if (content.stream().allMatch(InputWriter::isPlain) && content.size() <= 1) {
            node.put("output", Message.of(Role.TOOL, content).plainText());
        } else {
            var parts = node.putArray("output");
            content.forEach(part -> part(part, "input_text", parts));
        }
        ItemFields.restore(node, result.extensions());
        return node;
    }

    private static boolean isPlain(ContentPart part) {
        return part instanceof ContentPart.Text text
                && text.citations().isEmpty()
                && text.extensions().fields().keySet().stream()
                        .allMatch(field -> field.startsWith("."));
    }

    /** Thoughts go back only to where they came from: another provider cannot check them. */
    private void reasoning(ContentPart.Reasoning reasoning) {
        if (reasoning.origin() != Dialect.OPENAI_RESPONSES) {
            return;
        }
        var node = items.addObject().put("type", "reasoning");
        var sealed = SealedThoughts.write(null, reasoning.sealed(), reasoning.origin());
        Tree.put(node, "encrypted_content", sealed);
        ItemFields.restore(node, reasoning.extensions());
        if (!node.has("summary")) {
            var summary = node.putArray("summary");
            if (!reasoning.text().isEmpty()) {
                summary.addObject().put("type", "summary_text").put("text", reasoning.text());
            }
        }
    }

    private JsonNode opaque(ContentPart.Opaque opaque) {
        if (opaque.origin() == Dialect.OPENAI_RESPONSES) {
            return opaque.json();
        }
        var custom = opaque.json().path("custom");
        if (!custom.isObject()) {
            throw losses.refused("A '" + opaque.type() + "' part", "messages");
        }
        var node = SluiceJson.mapper().createObjectNode().put("type", "custom_tool_call");
        node.put("call_id", opaque.json().path("id").asString(""));
        node.put("name", custom.path("name").asString(""));
        return node.put("input", custom.path("input").asString(""));
    }

    private void flush(Message message, List<ContentPart> said) {
        if (said.isEmpty()) {
            return;
        }
        var ofModel = message.role() == Role.ASSISTANT;
        var node = items.addObject();
        var role = message.role() == Role.TOOL ? Role.USER : message.role();
        node.put("role", role.name().toLowerCase(Locale.ROOT));
        if (said.size() == 1 && isPlain(said.getFirst()) && !hasOwnItem(message, said)) {
            node.put("content", ((ContentPart.Text) said.getFirst()).text());
        } else {
            var parts = node.putArray("content");
            said.forEach(part -> part(part, ofModel ? "output_text" : "input_text", parts));
        }
        restore(node, message.extensions(), said.getFirst());
        said.clear();
    }

    /** Whether the message is the model's own, with an id: that form has no short content. */
    private static boolean hasOwnItem(Message message, List<ContentPart> said) {
        if (message.role() != Role.ASSISTANT
                || !(said.getFirst() instanceof ContentPart.Text text)) {
            return false;
        }
        var item = text.extensions().of(Dialect.OPENAI_RESPONSES, InputItems.MESSAGE);
        return item != null && item.has("id");
    }

    private static void restore(ObjectNode node, Extensions ofMessage, ContentPart first) {
        ItemFields.restore(node, ofMessage);
        if (first instanceof ContentPart.Text text) {
            var item = text.extensions().of(Dialect.OPENAI_RESPONSES, InputItems.MESSAGE);
            if (item instanceof ObjectNode fields) {
                node.setAll(fields);
            }
        }
    }

    private void part(ContentPart part, String textType, ArrayNode parts) {
        switch (part) {
            case ContentPart.Text text -> {
                losses.dropped("content.", text.extensions());
                var node = parts.addObject().put("type", textType).put("text", text.text());
                if (textType.equals("output_text")) {
                    var annotations = node.putArray("annotations");
                    text.citations()
                            .forEach(citation -> annotations.add(ItemParts.annotation(citation)));
                }
                ItemFields.restore(node, text.extensions());
            }
            case ContentPart.Refusal refusal ->
                    parts.addObject().put("type", "refusal").put("refusal", refusal.text());
            case ContentPart.Media media -> parts.add(media(media));
            case ContentPart.Opaque opaque when opaque.origin() == Dialect.OPENAI_RESPONSES ->
                    parts.add(opaque.json());
            case ContentPart.Opaque opaque ->
                    throw losses.refused("A '" + opaque.type() + "' part", "messages");
            case ContentPart.ToolCall _, ContentPart.ToolResult _, ContentPart.Reasoning _ -> {}
        }
    }

    private ObjectNode media(ContentPart.Media media) {
        var node = SluiceJson.mapper().createObjectNode();
        switch (media.kind()) {
            case IMAGE -> {
                node.put("type", "input_image");
                source(node, media, "image_url", "image_url");
                Tree.put(node, "detail", media.detail());
            }
            case DOCUMENT -> {
                node.put("type", "input_file");
                source(node, media, "file_data", "file_url");
                if (media.name() != null) {
                    node.put("filename", media.name());
                } else if (node.has("file_data") && !ItemFields.areOwn(media.extensions())) {
                    node.put("filename", "document");
                }
            }
            case AUDIO -> {
                if (!(media.source() instanceof MediaSource.Inline(String base64))) {
                    throw losses.refused("A sound that is not in the request", "messages");
                }
                node.put("type", "input_audio");
                node.putObject("input_audio").put("data", base64).put("format", format(media));
            }
            case VIDEO -> throw losses.refused("A film", "messages");
        }
        ItemFields.restore(node, media.extensions());
        return node;
    }

    private static void source(
            ObjectNode node, ContentPart.Media media, String inlineField, String urlField) {
        switch (media.source()) {
            case MediaSource.Inline(String base64) ->
                    node.put(
                            inlineField,
                            media.mimeType() == null && ItemFields.areOwn(media.extensions())
                                    ? base64
                                    : InlineUrl.of(media.mimeType(), base64));
            case MediaSource.Url(String url) -> node.put(urlField, url);
            case MediaSource.FileId(String id) -> node.put("file_id", id);
            case MediaSource.PlainText(String text) ->
                    node.put(
                            inlineField,
                            InlineUrl.of(
                                    "text/plain",
                                    Base64.getEncoder()
                                            .encodeToString(
                                                    text.getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static String format(ContentPart.Media media) {
        var type = media.mimeType() == null ? "audio/wav" : media.mimeType();
        var name = type.substring(type.indexOf('/') + 1);
        return name.equals("mpeg") ? "mp3" : name.replace("x-", "");
    }
}
