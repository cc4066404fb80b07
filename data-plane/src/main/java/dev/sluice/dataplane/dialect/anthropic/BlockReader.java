package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads content: one text, or a list of blocks. What is not understood stays as it is. */
public final class BlockReader {
    private static final String CITATIONS = "citations";
    private static final Set<String> TEXT = Set.of("type", "text", "cache_control");
    private static final Set<String> CITED_TEXT =
            Set.of("type", "text", "cache_control", CITATIONS);
    private static final Set<String> IMAGE = Set.of("type", "source", "cache_control");
    private static final Set<String> DOCUMENT = Set.of("type", "source", "title", "cache_control");
    private static final Set<String> THINKING = Set.of("type", "thinking", "signature");
    private static final Set<String> REDACTED = Set.of("type", "data");
    private static final Set<String> TOOL_USE =
            Set.of("type", "id", "name", "input", "cache_control");
    private static final Set<String> TOOL_RESULT =
            Set.of("type", "tool_use_id", "content", "is_error", "cache_control");

    private BlockReader() {}

    public static List<ContentPart> read(JsonNode content) {
        var parts = new ArrayList<ContentPart>();
        if (content.isString()) {
            parts.add(ContentPart.Text.of(content.asString()));
        }
        if (content.isArray()) {
            content.values().forEach(block -> parts.add(part(block)));
        }
        return parts;
    }

    private static ContentPart part(JsonNode block) {
        var type = block.path("type").asString("");
        return switch (type) {
            case "text" -> text(block);
            case "image" -> image(block);
            case "document" -> document(block);
            case "thinking" ->
                    new ContentPart.Reasoning(
                            block.path("thinking").asString(""),
                            Fields.text(block, "signature"),
                            null,
                            Dialect.ANTHROPIC,
                            Extensions.rest(Dialect.ANTHROPIC, block, THINKING));
            case "redacted_thinking" ->
                    new ContentPart.Reasoning(
                            "",
                            null,
                            block.path("data").asString(""),
                            Dialect.ANTHROPIC,
                            Extensions.rest(Dialect.ANTHROPIC, block, REDACTED));
            case "tool_use" ->
                    new ContentPart.ToolCall(
                            block.path("id").asString(""),
                            block.path("name").asString(""),
                            Fields.argumentsOf(block.path("input")),
                            null,
                            Fields.mark(block),
                            Extensions.rest(Dialect.ANTHROPIC, block, TOOL_USE));
            case "tool_result" ->
                    new ContentPart.ToolResult(
                            block.path("tool_use_id").asString(""),
                            null,
                            read(block.path("content")),
                            block.path("is_error").asBoolean(false),
                            Fields.mark(block),
                            Extensions.rest(Dialect.ANTHROPIC, block, TOOL_RESULT));
            default -> opaque(type, block);
        };
    }

    private static ContentPart opaque(String type, JsonNode block) {
        return new ContentPart.Opaque(Dialect.ANTHROPIC, type, block);
    }

    private static ContentPart text(JsonNode block) {
        var citations = block.path(CITATIONS);
        var cited = citations.isArray() && !citations.isEmpty();
        return new ContentPart.Text(
                block.path("text").asString(""),
                cited ? citations.values().stream().map(BlockReader::citation).toList() : List.of(),
                Fields.mark(block),
                null,
                Extensions.rest(Dialect.ANTHROPIC, block, cited ? CITED_TEXT : TEXT));
    }

    /** One source of a text. Its places are those of the source, not of the answer. */
    public static Citation citation(JsonNode node) {
        var title = Fields.text(node, "title");
        var url = Fields.text(node, "url");
        return new Citation(
                url != null ? url : Fields.text(node, "source"),
                title != null ? title : Fields.text(node, "document_title"),
                null,
                null,
                Fields.text(node, "cited_text"),
                node);
    }

    private static ContentPart image(JsonNode block) {
        var source = source(block.path("source"));
        return source == null
                ? opaque("image", block)
                : new ContentPart.Media(
                        Kind.IMAGE,
                        source,
                        Fields.text(block.path("source"), "media_type"),
                        null,
                        null,
                        Fields.mark(block),
                        own(block, IMAGE));
    }

    private static ContentPart document(JsonNode block) {
        var source = source(block.path("source"));
        return source == null
                ? opaque("document", block)
                : new ContentPart.Media(
                        Kind.DOCUMENT,
                        source,
                        Fields.text(block.path("source"), "media_type"),
                        Fields.text(block, "title"),
                        null,
                        Fields.mark(block),
                        own(block, DOCUMENT));
    }

    /** Tells also where the part comes from: an id of a file store is nothing elsewhere. */
    private static Extensions own(JsonNode block, Set<String> known) {
        var rest = Extensions.rest(Dialect.ANTHROPIC, block, known);
        return rest.isEmpty() ? new Extensions(Dialect.ANTHROPIC, Map.of()) : rest;
    }

    private static @Nullable MediaSource source(JsonNode source) {
        return switch (source.path("type").asString("")) {
            case "base64" -> new MediaSource.Inline(source.path("data").asString(""));
            case "url" -> new MediaSource.Url(source.path("url").asString(""));
            case "file" -> new MediaSource.FileId(source.path("file_id").asString(""));
            case "text" -> new MediaSource.PlainText(source.path("data").asString(""));
            default -> null;
        };
    }
}
