package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.CacheMark;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes messages as the dialect wants them: instructions apart, turns of user and assistant in
 * turn, results of tools before the user's words, nothing empty.
 */
final class ConverseMessageWriter {
    private static final Dialect OWN = Dialect.BEDROCK_CONVERSE;
    private static final Pattern NOT_IN_IDS = Pattern.compile("[^a-zA-Z0-9_-]");
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^a-zA-Z0-9\\s()\\[\\]-]");

    private final Losses losses;

    ConverseMessageWriter(Losses losses) {
        this.losses = losses;
    }

    void write(ObjectNode body, List<Message> messages) {
        var turns = SluiceJson.mapper().createArrayNode();
        var system = SluiceJson.mapper().createArrayNode();
        for (var message : messages) {
            losses.dropped("messages.", message.extensions());
            losses.untoldName(message);
            if (message.isInstruction() && turns.isEmpty()) {
                writeParts(system, message.parts());
                continue;
            }
            if (message.isInstruction()) {
                losses.changed("messages", "rewritten: later instructions are the user's words");
            }
            var role = message.role() == Role.ASSISTANT ? "assistant" : "user";
            var content = turn(turns, role);
            writeParts(content, message.parts());
            if (!turns.isEmpty() && content.isEmpty()) {
                turns.remove(turns.size() - 1);
            } else {
                message.extensions().writeInto((ObjectNode) turns.get(turns.size() - 1), OWN);
            }
        }
        if (!system.isEmpty()) {
            body.set("system", system);
        }
        body.set("messages", turns);
    }

    /** The turn's content: the last one's where the same one goes on speaking. */
    private static ArrayNode turn(ArrayNode turns, String role) {
        var last = turns.isEmpty() ? null : turns.get(turns.size() - 1);
        if (last != null && last.path("role").asString("").equals(role)) {
            return (ArrayNode) last.path("content");
        }
        return turns.addObject().put("role", role).putArray("content");
    }

    void writeParts(ArrayNode content, List<ContentPart> parts) {
        for (var part : parts) {
            switch (part) {
                case ContentPart.Text text -> writeText(content, text);
                case ContentPart.Refusal refusal -> content.addObject().put("text", refusal.text());
                case ContentPart.Media media -> writeMedia(content, media);
                case ContentPart.ToolCall call -> writeCall(content, call);
                case ContentPart.ToolResult result -> writeResult(content, result);
                case ContentPart.Reasoning reasoning -> writeReasoning(content, reasoning);
                case ContentPart.Opaque opaque -> {
                    if (opaque.origin() != OWN) {
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                    }
                    content.add(opaque.json());
                }
            }
        }
    }

    private void writeText(ArrayNode content, ContentPart.Text text) {
        losses.dropped("content.", text.extensions());
        var cited = ConverseBlocks.own(text.extensions(), ConverseBlocks.CITED);
        var json = ConverseBlocks.own(text.extensions(), ConverseBlocks.JSON);
        if (cited != null) {
            content.addObject().set(ConverseBlocks.CITED, cited);
        } else if (json != null) {
            content.addObject().set(ConverseBlocks.JSON, json);
        } else if (!text.text().isEmpty()) {
            content.addObject().put("text", text.text());
        }
        if (!content.isEmpty()) {
            point(content, text.cache());
        }
    }

    static void point(ArrayNode after, @Nullable CacheMark mark) {
        if (mark == null) {
            return;
        }
        var point = after.addObject().putObject("cachePoint").put("type", "default");
        Tree.put(point, "ttl", mark.ttl());
    }

    private static void writeCall(ArrayNode content, ContentPart.ToolCall call) {
        var node = content.addObject().putObject("toolUse");
        node.put("toolUseId", id(call.id())).put("name", call.name());
        node.set("input", Tree.argumentsObject(call.arguments()));
        call.extensions().writeInto(node, OWN);
        point(content, call.cache());
    }

    private static String id(String id) {
        var clean = NOT_IN_IDS.matcher(id).replaceAll("_");
        return clean.length() <= 64 ? clean : clean.substring(clean.length() - 64);
    }

    private void writeResult(ArrayNode content, ContentPart.ToolResult result) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("toolUseId", id(result.callId()));
        var inner = node.putArray("content");
        writeParts(inner, result.content());
        if (inner.isEmpty()) {
            inner.addObject().put("text", "(no output)");
        }
        if (result.failed()) {
            node.put("status", "error");
        }
        result.extensions().writeInto(node, OWN);
        content.addObject().set("toolResult", node);
        point(content, result.cache());
    }

    private static void writeReasoning(ArrayNode content, ContentPart.Reasoning reasoning) {
        if (reasoning.origin() != OWN) {
            return;
        }
        var node = content.addObject().putObject("reasoningContent");
        if (reasoning.sealed() != null) {
            node.put("redactedContent", reasoning.sealed());
            return;
        }
        var text = node.putObject("reasoningText").put("text", reasoning.text());
        Tree.put(text, "signature", reasoning.signature());
    }

    private void writeMedia(ArrayNode content, ContentPart.Media media) {
        losses.untoldDetail(media);
        var node = SluiceJson.mapper().createObjectNode();
        var type =
                switch (media.kind()) {
                    case IMAGE -> "image";
                    case AUDIO -> "audio";
                    case VIDEO -> "video";
                    case DOCUMENT -> "document";
                };
        switch (media.kind()) {
            case IMAGE -> node.put("format", ConverseFormats.ofMedia(media.mimeType(), "png"));
            case AUDIO -> node.put("format", ConverseFormats.ofMedia(media.mimeType(), "wav"));
            case VIDEO -> node.put("format", ConverseFormats.ofMedia(media.mimeType(), "mp4"));
            case DOCUMENT -> {
                node.put("format", ConverseFormats.ofDocument(media.mimeType()));
                var name = media.name() == null ? "document" : media.name();
                node.put("name", NOT_IN_NAMES.matcher(name).replaceAll("-"));
            }
        }
        writeSource(node.putObject("source"), media, type);
        media.extensions().writeInto(node, OWN);
        content.addObject().set(type, node);
        point(content, media.cache());
    }

    private void writeSource(ObjectNode source, ContentPart.Media media, String type) {
        switch (media.source()) {
            case MediaSource.Inline(String base64) -> source.put("bytes", base64);
            case MediaSource.PlainText(String text) -> source.put("text", text);
            case MediaSource.Url(String url) -> {
                if (!url.startsWith("s3://")) {
                    throw losses.refused("An " + type + " that is not in the request", "messages");
                }
                source.putObject("s3Location").put("uri", url);
            }
            case MediaSource.FileId _ ->
                    throw losses.refused("An " + type + " in a file store", "messages");
        }
    }
}
