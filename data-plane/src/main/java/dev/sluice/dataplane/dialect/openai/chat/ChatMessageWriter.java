package dev.sluice.dataplane.dialect.openai.chat;

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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages: results of tools one message each, right after the turn that called them. */
final class ChatMessageWriter {
    private final Losses losses;

    ChatMessageWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Message> messages) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            writeResults(array, message);
            var rest =
                    message.parts().stream()
                            .filter(part -> !(part instanceof ContentPart.ToolResult))
                            .toList();
            if (!rest.isEmpty() || message.parts().isEmpty()) {
                array.add(message(message.withParts(rest)));
            }
        }
        return array;
    }

    /** Media in a result have no place in one: they follow as the user's words. */
    private void writeResults(ArrayNode array, Message message) {
        var media = new ArrayList<ContentPart>();
        for (var part : message.parts()) {
            if (part instanceof ContentPart.ToolResult result) {
                losses.untoldFailure(result);
                var node = array.addObject().put("role", "tool");
                node.put("tool_call_id", result.callId());
                Tree.put(node, "name", result.toolName());
                node.put("content", textOf(result, media));
                message.extensions().writeInto(node, Dialect.OPENAI_CHAT);
            }
        }
        if (!media.isEmpty()) {
            var node = array.addObject().put("role", "user");
            var parts = node.putArray("content");
            media.forEach(part -> write(part, parts));
        }
    }

    private static String textOf(ContentPart.ToolResult result, List<ContentPart> media) {
        var text = new StringBuilder();
        for (var part : result.content()) {
            switch (part) {
                case ContentPart.Text some ->
                        text.append(text.isEmpty() ? "" : "\n").append(some.text());
                case ContentPart.Opaque opaque -> text.append(opaque.json());
                default -> media.add(part);
            }
        }
        return text.toString();
    }

    private ObjectNode message(Message message) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("role", word(message.role()));
        Tree.put(node, "name", message.name());
        if (message.role() == Role.ASSISTANT) {
            writeAnswer(node, message.parts());
        } else {
            writeContent(node, message.parts());
        }
        message.extensions().writeInto(node, Dialect.OPENAI_CHAT);
        return node;
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    private void writeContent(ObjectNode node, List<ContentPart> parts) {
        if (parts.size() == 1
                && parts.getFirst() instanceof ContentPart.Text text
                && isPlain(text)) {
            losses.dropped("content.", text.extensions());
            node.put("content", text.text());
            return;
        }
        var array = node.putArray("content");
        parts.forEach(part -> write(part, array));
    }

    private static boolean isPlain(ContentPart.Text text) {
        return text.cache() == null && !text.extensions().belongTo(Dialect.OPENAI_CHAT);
    }

    private void writeAnswer(ObjectNode node, List<ContentPart> parts) {
        var said = new ArrayList<ContentPart>();
        var calls = SluiceJson.mapper().createArrayNode();
        for (var part : parts) {
            switch (part) {
                case ContentPart.ToolCall call -> calls.add(call(call));
                case ContentPart.Opaque opaque when isCall(opaque) -> calls.add(opaque.json());
                case ContentPart.Reasoning _ -> {} // goes back as it came, among the extensions
                case ContentPart.Refusal refusal -> node.put("refusal", refusal.text());
                case ContentPart.Opaque opaque when opaque.type().equals("audio") ->
                        node.set("audio", opaque.json());
                default -> said.add(part);
            }
        }
        if (!said.isEmpty()) {
            writeContent(node, said);
        } else if (calls.isEmpty() && !node.has("refusal")) {
            node.put("content", "");
        } else {
            node.putNull("content");
        }
        if (!calls.isEmpty()) {
            node.set("tool_calls", calls);
        }
    }

    private static boolean isCall(ContentPart.Opaque opaque) {
        return opaque.origin() == Dialect.OPENAI_CHAT && opaque.type().equals("tool_call");
    }

    private static ObjectNode call(ContentPart.ToolCall call) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("id", call.id()).put("type", "function");
        var arguments = call.arguments().isBlank() ? "{}" : call.arguments();
        node.putObject("function").put("name", call.name()).put("arguments", arguments);
        if (call.signature() != null) {
            node.putObject("extra_content")
                    .putObject("google")
                    .put("thought_signature", call.signature());
        }
        return node;
    }

    private void write(ContentPart part, ArrayNode array) {
        switch (part) {
            case ContentPart.Text text -> {
                var node = array.addObject().put("type", "text").put("text", text.text());
                losses.dropped("content.", text.extensions());
                text.extensions().writeInto(node, Dialect.OPENAI_CHAT);
            }
            case ContentPart.Media media -> writeMedia(media, array);
            case ContentPart.Refusal refusal ->
                    array.addObject().put("type", "refusal").put("refusal", refusal.text());
            case ContentPart.Opaque opaque -> {
                if (opaque.origin() != Dialect.OPENAI_CHAT) {
                    throw losses.refused("A '" + opaque.type() + "' part", "messages");
                }
                array.add(opaque.json());
            }
            case ContentPart.ToolCall _, ContentPart.ToolResult _, ContentPart.Reasoning _ -> {}
        }
    }

    private void writeMedia(ContentPart.Media media, ArrayNode array) {
        switch (media.kind()) {
            case IMAGE -> {
                var node = array.addObject().put("type", "image_url");
                var image = node.putObject("image_url").put("url", address(media));
                Tree.put(image, "detail", media.detail());
                media.extensions().writeInto(node, Dialect.OPENAI_CHAT);
            }
            case AUDIO -> {
                var audio = array.addObject().put("type", "input_audio").putObject("input_audio");
                audio.put("data", inline(media)).put("format", format(media));
            }
            case DOCUMENT -> {
                var file = array.addObject().put("type", "file").putObject("file");
                if (media.source() instanceof MediaSource.FileId(String id)) {
                    file.put("file_id", id);
                } else {
                    file.put("file_data", InlineUrl.of(media.mimeType(), inline(media)));
                    file.put("filename", media.name() == null ? "document" : media.name());
                }
            }
            case VIDEO -> {
                var node = array.addObject().put("type", "video_url");
                node.putObject("video_url").put("url", address(media));
            }
        }
    }

    private String address(ContentPart.Media media) {
        return switch (media.source()) {
            case MediaSource.Url(String url) -> url;
            case MediaSource.Inline(String base64) -> InlineUrl.of(media.mimeType(), base64);
            case MediaSource.FileId _, MediaSource.PlainText _ ->
                    throw losses.refused("An image in a file store", "messages");
        };
    }

    private String inline(ContentPart.Media media) {
        return switch (media.source()) {
            case MediaSource.Inline(String base64) -> base64;
            case MediaSource.PlainText(String text) ->
                    Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            case MediaSource.Url _, MediaSource.FileId _ ->
                    throw losses.refused(
                            (media.kind() == Kind.AUDIO ? "A sound" : "A document")
                                    + " that is not in the request",
                            "messages");
        };
    }

    private static String format(ContentPart.Media media) {
        var type = media.mimeType() == null ? "audio/wav" : media.mimeType();
        var name = type.substring(type.indexOf('/') + 1);
        return name.equals("mpeg") ? "mp3" : name.replace("x-", "");
    }
}
