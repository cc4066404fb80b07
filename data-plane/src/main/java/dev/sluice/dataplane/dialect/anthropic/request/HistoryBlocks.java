package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.anthropic.AnswerBlocks;
import dev.sluice.dataplane.dialect.anthropic.CallIds;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import dev.sluice.dataplane.dialect.media.MediaBytes;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the parts of messages as blocks that the target's strict checks let pass. */
final class HistoryBlocks {
    private static final String PDF = "application/pdf";
    private static final Set<String> IMAGES =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private final Losses losses;

    HistoryBlocks(Losses losses) {
        this.losses = losses;
    }

    void add(List<ContentPart> parts, ArrayNode to) {
        for (var part : parts) {
            switch (part) {
                case ContentPart.Text text -> addText(text, to);
                case ContentPart.Refusal refusal -> {
                    if (!refusal.text().isBlank()) {
                        to.add(text(refusal.text()));
                    }
                }
                case ContentPart.Media media -> to.add(media(media));
                case ContentPart.Reasoning reasoning -> addReasoning(reasoning, to);
                case ContentPart.ToolCall call -> to.add(call(call));
                case ContentPart.ToolResult result -> to.add(result(result));
                case ContentPart.Opaque opaque -> {
                    if (opaque.origin() != Dialect.ANTHROPIC) {
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
                    }
                    to.add(opaque.json());
                }
            }
        }
    }

    static ObjectNode text(String text) {
        return block("text").put("text", text);
    }

    private static ObjectNode block(String type) {
        return SluiceJson.mapper().createObjectNode().put("type", type);
    }

    /** Texts of blanks alone are refused. */
    private void addText(ContentPart.Text text, ArrayNode to) {
        if (text.text().isBlank()) {
            return;
        }
        var block = text(text.text());
        var citations = SluiceJson.mapper().createArrayNode();
        for (var citation : text.citations()) {
            if (citation.raw() != null && citation.raw().has("cited_text")) {
                citations.add(AnswerBlocks.citation(citation));
            }
        }
        if (!citations.isEmpty()) {
            block.set("citations", citations);
        }
        Fields.writeMark(block, text.cache());
        losses.dropped("content.", text.extensions());
        text.extensions().writeInto(block, Dialect.ANTHROPIC);
        to.add(block);
    }

    /** Thinking of other providers is nothing that this one could check. */
    private static void addReasoning(ContentPart.Reasoning reasoning, ArrayNode to) {
        if (reasoning.origin() != Dialect.ANTHROPIC) {
            return;
        }
        ObjectNode block;
        if (reasoning.sealed() != null) {
            block = block("redacted_thinking").put("data", reasoning.sealed());
        } else if (reasoning.signature() != null) {
            block = block("thinking").put("thinking", reasoning.text());
            block.put("signature", reasoning.signature());
        } else {
            return;
        }
        reasoning.extensions().writeInto(block, Dialect.ANTHROPIC);
        to.add(block);
    }

    private ObjectNode call(ContentPart.ToolCall call) {
        var block = block("tool_use").put("id", CallIds.write(call.id())).put("name", call.name());
        if (!Fields.writeInput(block, call.arguments())) {
            losses.changed(
                    "messages.tool_calls",
                    "with arguments that are no JSON object, sent within one as _raw");
        }
        Fields.writeMark(block, call.cache());
        losses.dropped("messages.tool_calls.", call.extensions());
        call.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    private ObjectNode result(ContentPart.ToolResult result) {
        var block = block("tool_result").put("tool_use_id", CallIds.write(result.callId()));
        var content = SluiceJson.mapper().createArrayNode();
        add(result.content(), content);
        if (!content.isEmpty()) {
            block.set("content", Turns.shortened(content));
        }
        if (result.failed()) {
            block.put("is_error", true);
        }
        Fields.writeMark(block, result.cache());
        losses.dropped("messages.", result.extensions());
        result.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    private ObjectNode media(ContentPart.Media media) {
        var block =
                switch (media.kind()) {
                    case IMAGE -> image(media);
                    case DOCUMENT -> document(media);
                    case AUDIO -> throw losses.refused("A sound", "messages");
                    case VIDEO -> throw losses.refused("A film", "messages");
                };
        Fields.writeMark(block, media.cache());
        losses.dropped("content.", media.extensions());
        media.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    private ObjectNode image(ContentPart.Media media) {
        losses.untoldDetail(media);
        var block = block("image");
        var source = block.putObject("source");
        switch (media.source()) {
            case MediaSource.Inline(String base64) -> {
                var type = MediaBytes.typeOf(media.mimeType(), base64);
                if (type == null || !IMAGES.contains(type)) {
                    throw losses.refused("An image of type " + type, "messages");
                }
                putBase64(source, type, base64);
            }
            case MediaSource.Url(String url) -> source.put("type", "url").put("url", url);
            case MediaSource.FileId(String id) -> putFile(source, media, id);
            case MediaSource.PlainText _ ->
                    throw losses.refused("An image made of text", "messages");
        }
        return block;
    }

    private static void putBase64(ObjectNode source, String type, String base64) {
        source.put("type", "base64").put("media_type", type).put("data", MediaBytes.tidy(base64));
    }

    /** The id of another provider's file store means nothing here. */
    private void putFile(ObjectNode source, ContentPart.Media media, String id) {
        if (!media.extensions().belongTo(Dialect.ANTHROPIC)) {
            throw losses.refused("A file of another provider's store", "messages");
        }
        source.put("type", "file").put("file_id", id);
    }

    private ObjectNode document(ContentPart.Media media) {
        var block = block("document");
        var source = block.putObject("source");
        switch (media.source()) {
            case MediaSource.Inline(String base64) -> putDocument(source, media, base64);
            case MediaSource.Url(String url) -> source.put("type", "url").put("url", url);
            case MediaSource.FileId(String id) -> putFile(source, media, id);
            case MediaSource.PlainText(String text) -> putText(source, text);
        }
        Tree.put(block, "title", media.name());
        return block;
    }

    private static void putText(ObjectNode source, String text) {
        source.put("type", "text").put("media_type", "text/plain").put("data", text);
    }

    private void putDocument(ObjectNode source, ContentPart.Media media, String base64) {
        var type = MediaBytes.typeOf(media.mimeType(), base64);
        if (PDF.equals(type)) {
            putBase64(source, PDF, base64);
        } else if (type != null && (type.startsWith("text/") || type.equals("application/json"))) {
            putText(source, decoded(base64));
        } else {
            throw losses.refused("A document of type " + type, "messages");
        }
    }

    private String decoded(String base64) {
        try {
            return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw losses.refused("A document whose base64 is broken", "messages");
        }
    }
}
