package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the parts that messages and results of tools are made of. */
public final class ItemParts {
    private static final Set<String> TEXT = Set.of("type", "text", "annotations", "logprobs");
    private static final Set<String> IMAGE = Set.of("type", "image_url", "file_id", "detail");
    private static final Set<String> FILE =
            Set.of("type", "file_id", "file_data", "file_url", "filename");
    private static final Set<String> AUDIO = Set.of("type", "input_audio");

    private ItemParts() {}

    /** One text, or a list of parts. */
    public static List<ContentPart> read(JsonNode content) {
        var parts = new ArrayList<ContentPart>();
        if (content.isString()) {
            parts.add(ContentPart.Text.of(content.asString()));
        }
        content.values().forEach(node -> parts.add(part(node)));
        return parts;
    }

    private static ContentPart part(JsonNode node) {
        var type = node.path("type").asString("");
        return switch (type) {
            case "input_text", "output_text", "text", "summary_text" -> text(node);
            case "refusal" -> new ContentPart.Refusal(node.path("refusal").asString(""));
            case "input_image" -> image(node);
            case "input_file" -> file(node);
            case "input_audio" -> audio(node);
            default -> new ContentPart.Opaque(Dialect.OPENAI_RESPONSES, type, node);
        };
    }

    private static ContentPart text(JsonNode node) {
        return new ContentPart.Text(
                node.path("text").asString(""),
                citations(node.path("annotations")),
                null,
                null,
                Extensions.rest(Dialect.OPENAI_RESPONSES, node, TEXT));
    }

    private static ContentPart image(JsonNode node) {
        var url = node.path("image_url");
        var address = url.isObject() ? url.path("url").asString("") : url.asString("");
        return media(node, Kind.IMAGE, address, null, Extensions.rest(own(), node, IMAGE));
    }

    private static Dialect own() {
        return Dialect.OPENAI_RESPONSES;
    }

    private static ContentPart file(JsonNode node) {
        var data = ItemFields.text(node, "file_data");
        var address = data != null ? data : node.path("file_url").asString("");
        return media(node, Kind.DOCUMENT, address, data, Extensions.rest(own(), node, FILE));
    }

    private static ContentPart media(
            JsonNode node, Kind kind, String address, @Nullable String data, Extensions rest) {
        var id = ItemFields.text(node, "file_id");
        var inline = InlineUrl.parse(address);
        MediaSource source;
        if (id != null) {
            source = new MediaSource.FileId(id);
        } else if (inline != null) {
            source = new MediaSource.Inline(inline.base64());
        } else {
            source = data != null ? new MediaSource.Inline(data) : new MediaSource.Url(address);
        }
        return new ContentPart.Media(
                kind,
                source,
                inline != null ? inline.mimeType() : null,
                ItemFields.text(node, "filename"),
                ItemFields.text(node, "detail"),
                null,
                rest);
    }

    private static ContentPart audio(JsonNode node) {
        var audio = node.path("input_audio");
        return new ContentPart.Media(
                Kind.AUDIO,
                new MediaSource.Inline(audio.path("data").asString("")),
                "audio/" + audio.path("format").asString("wav"),
                null,
                null,
                null,
                Extensions.rest(own(), node, AUDIO));
    }

    static List<Citation> citations(JsonNode annotations) {
        var all = new ArrayList<Citation>();
        annotations.values().forEach(node -> all.add(citation(node)));
        return all;
    }

    public static Citation citation(JsonNode node) {
        return new Citation(
                ItemFields.text(node, "url"),
                ItemFields.text(node, "title"),
                Tree.small(node.path("start_index")),
                Tree.small(node.path("end_index")),
                null,
                node);
    }

    /** The annotation, in this dialect's words. */
    public static JsonNode annotation(Citation citation) {
        var raw = citation.raw();
        if (raw != null && isOwn(raw)) {
            return raw;
        }
        var node = SluiceJson.mapper().createObjectNode().put("type", "url_citation");
        node.put("start_index", citation.start() == null ? 0 : citation.start());
        node.put("end_index", citation.end() == null ? 0 : citation.end());
        node.put("url", citation.url() == null ? "" : citation.url());
        node.put("title", citation.title() == null ? "" : citation.title());
        return node;
    }

    private static boolean isOwn(JsonNode raw) {
        return switch (raw.path("type").asString("")) {
            case "url_citation" -> raw.has("url");
            case "file_citation", "container_file_citation", "file_path" -> true;
            default -> false;
        };
    }

    /** A finished piece of the model's text. */
    public static ObjectNode outputText(String text, List<Citation> citations) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "output_text");
        var annotations = node.putArray("annotations");
        citations.forEach(citation -> annotations.add(annotation(citation)));
        node.putArray("logprobs");
        return node.put("text", text);
    }

    /** The text of thoughts: the summary, or the thoughts themselves where a server shows them. */
    public static String thoughts(JsonNode item) {
        var text = joined(item.path("summary"));
        return text.isEmpty() ? joined(item.path("content")) : text;
    }

    private static String joined(JsonNode parts) {
        var text = new StringBuilder();
        for (var part : parts.values()) {
            var more = part.path("text").asString("");
            text.append(text.isEmpty() || more.isEmpty() ? "" : "\n\n").append(more);
        }
        return text.toString();
    }
}
