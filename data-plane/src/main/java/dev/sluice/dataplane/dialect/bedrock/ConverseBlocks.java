package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.CacheMark;
import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads content blocks. A point of the cache marks the block before it. */
final class ConverseBlocks {
    static final String CITED = "citationsContent";
    static final String JSON = "json";

    private ConverseBlocks() {}

    static List<ContentPart> read(JsonNode list) {
        var parts = new ArrayList<ContentPart>();
        for (var node : list.values()) {
            var before = parts.isEmpty() ? null : parts.getLast();
            if (node.has("cachePoint") && before instanceof ContentPart.Text text) {
                parts.set(parts.size() - 1, marked(text, node.path("cachePoint")));
            } else {
                parts.add(part(node));
            }
        }
        return parts;
    }

    private static ContentPart marked(ContentPart.Text text, JsonNode point) {
        return new ContentPart.Text(
                text.text(),
                text.citations(),
                new CacheMark(Tree.text(point, "ttl")),
                text.signature(),
                text.extensions());
    }

    private static ContentPart part(JsonNode node) {
        var type = node.propertyNames().stream().findFirst().orElse("");
        var inner = node.path(type);
        return switch (type) {
            case "text" -> ContentPart.Text.of(inner.asString(""));
            case "image" -> media(Kind.IMAGE, "image/", inner);
            case "document" -> media(Kind.DOCUMENT, "", inner);
            case "video" -> media(Kind.VIDEO, "video/", inner);
            case "audio" -> media(Kind.AUDIO, "audio/", inner);
            case "toolUse" -> toolUse(node, inner);
            case "toolResult" -> toolResult(inner);
            case "reasoningContent" -> reasoning(inner);
            case CITED -> cited(inner);
            case JSON ->
                    new ContentPart.Text(
                            inner.toString(),
                            List.of(),
                            null,
                            null,
                            new Extensions(Dialect.BEDROCK_CONVERSE, Map.of(JSON, inner)));
            default -> new ContentPart.Opaque(Dialect.BEDROCK_CONVERSE, type, node);
        };
    }

    /** A tool that the provider itself runs is none of the caller's. */
    private static ContentPart toolUse(JsonNode node, JsonNode inner) {
        if (inner.path("type").asString("").equals("server_tool_use")) {
            return new ContentPart.Opaque(Dialect.BEDROCK_CONVERSE, "toolUse", node);
        }
        return new ContentPart.ToolCall(
                inner.path("toolUseId").asString(""),
                inner.path("name").asString(""),
                Tree.arguments(inner.path("input")),
                null,
                null,
                Extensions.rest(
                        Dialect.BEDROCK_CONVERSE, inner, Set.of("toolUseId", "name", "input")));
    }

    private static ContentPart toolResult(JsonNode inner) {
        return new ContentPart.ToolResult(
                inner.path("toolUseId").asString(""),
                null,
                read(inner.path("content")),
                inner.path("status").asString("").equals("error"),
                null,
                Extensions.rest(
                        Dialect.BEDROCK_CONVERSE, inner, Set.of("toolUseId", "content", "status")));
    }

    private static ContentPart reasoning(JsonNode inner) {
        var text = inner.path("reasoningText");
        return new ContentPart.Reasoning(
                text.path("text").asString(""),
                Tree.text(text, "signature"),
                Tree.text(inner, "redactedContent"),
                Dialect.BEDROCK_CONVERSE,
                Extensions.NONE);
    }

    private static ContentPart cited(JsonNode inner) {
        var text = new StringBuilder();
        inner.path("content").values().forEach(one -> text.append(one.path("text").asString("")));
        var citations = new ArrayList<Citation>();
        inner.path("citations").values().forEach(one -> citations.add(citation(one)));
        return new ContentPart.Text(
                text.toString(),
                citations,
                null,
                null,
                new Extensions(Dialect.BEDROCK_CONVERSE, Map.of(CITED, inner)));
    }

    static Citation citation(JsonNode node) {
        return new Citation(
                Tree.text(node.path("location").path("web"), "url"),
                Tree.text(node, "title"),
                null,
                null,
                Tree.text(node.path("sourceContent").path(0), "text"),
                node);
    }

    private static ContentPart media(Kind kind, String family, JsonNode inner) {
        var format = inner.path("format").asString("");
        return new ContentPart.Media(
                kind,
                source(inner.path("source")),
                family.isEmpty() ? ConverseFormats.mimeType(format) : family + format,
                Tree.text(inner, "name"),
                null,
                null,
                Extensions.rest(
                        Dialect.BEDROCK_CONVERSE, inner, Set.of("format", "source", "name")));
    }

    private static MediaSource source(JsonNode source) {
        var bytes = Tree.text(source, "bytes");
        if (bytes != null) {
            return new MediaSource.Inline(bytes);
        }
        var text = Tree.text(source, "text");
        if (text != null) {
            return new MediaSource.PlainText(text);
        }
        var address = Tree.text(source.path("s3Location"), "uri");
        return new MediaSource.Url(address == null ? "" : address);
    }

    static @Nullable JsonNode own(Extensions extensions, String field) {
        return extensions.of(Dialect.BEDROCK_CONVERSE, field);
    }
}
