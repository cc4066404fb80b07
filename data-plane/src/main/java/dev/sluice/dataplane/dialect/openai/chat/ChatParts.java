package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.dialect.media.MediaBytes;
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

/** Reads the content of messages: one text, or a list of parts. */
final class ChatParts {
    static final String PICTURES = "images";

    private static final Set<String> TEXT = Set.of("type", "text");
    private static final Set<String> IMAGE = Set.of("type", "image_url");

    private ChatParts() {}

    static List<ContentPart> read(JsonNode content) {
        var parts = new ArrayList<ContentPart>();
        if (content.isString()) {
            parts.add(ContentPart.Text.of(content.asString()));
        }
        for (var node : content.values()) {
            var part = part(node);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static @Nullable ContentPart part(JsonNode node) {
        return switch (node.path("type").asString("text")) {
            case "text" ->
                    new ContentPart.Text(
                            node.path("text").asString(""),
                            List.of(),
                            ChatTools.mark(node.path("cache_control")),
                            null,
                            Extensions.rest(Dialect.OPENAI_CHAT, node, TEXT));
            case "refusal" -> new ContentPart.Refusal(node.path("refusal").asString(""));
            case "image_url" -> image(node);
            case "input_audio" -> audio(node.path("input_audio"));
            case "file" -> file(node.path("file"));
            case "thinking" -> null; // read as thinking
            default ->
                    new ContentPart.Opaque(
                            Dialect.OPENAI_CHAT, node.path("type").asString(""), node);
        };
    }

    /** Pictures that a model drew: not OpenAI's own, but as most who serve such models do it. */
    static List<ContentPart> pictures(JsonNode message) {
        return message.path(PICTURES)
                .valueStream()
                .filter(node -> node.path("type").asString("").equals("image_url"))
                .map(ChatParts::image)
                .toList();
    }

    /** Such a picture; null where it is none, or is at no address. */
    static @Nullable ObjectNode picture(ContentPart.Media media) {
        var url =
                switch (media.source()) {
                    case MediaSource.Inline(String base64) ->
                            InlineUrl.of(MediaBytes.typeOf(media.mimeType(), base64), base64);
                    case MediaSource.Url(String address) -> address;
                    case MediaSource.FileId _, MediaSource.PlainText _ -> null;
                };
        if (url == null || media.kind() != Kind.IMAGE) {
            return null;
        }
        var node = SluiceJson.mapper().createObjectNode().put("type", "image_url");
        node.putObject("image_url").put("url", url);
        return node;
    }

    private static ContentPart image(JsonNode node) {
        var image = node.path("image_url");
        var url = image.isString() ? image.asString() : image.path("url").asString("");
        var data = InlineUrl.parse(url);
        return new ContentPart.Media(
                Kind.IMAGE,
                data != null ? new MediaSource.Inline(data.base64()) : new MediaSource.Url(url),
                data != null ? data.mimeType() : null,
                null,
                ChatRequestReader.text(image, "detail"),
                ChatTools.mark(node.path("cache_control")),
                Extensions.rest(Dialect.OPENAI_CHAT, node, IMAGE));
    }

    private static ContentPart audio(JsonNode audio) {
        return new ContentPart.Media(
                Kind.AUDIO,
                new MediaSource.Inline(
                        audio.isString() ? audio.asString() : audio.path("data").asString("")),
                "audio/" + audio.path("format").asString("wav"),
                null,
                null,
                null,
                Extensions.NONE);
    }

    private static ContentPart file(JsonNode file) {
        var id = ChatRequestReader.text(file, "file_id");
        var data = InlineUrl.parse(file.path("file_data").asString(""));
        var source =
                id != null
                        ? new MediaSource.FileId(id)
                        : new MediaSource.Inline(
                                data != null ? data.base64() : file.path("file_data").asString(""));
        return new ContentPart.Media(
                Kind.DOCUMENT,
                source,
                data != null ? data.mimeType() : null,
                ChatRequestReader.text(file, "filename"),
                null,
                null,
                Extensions.NONE);
    }

    /** Puts citations at the text they belong to. */
    static void cite(List<ContentPart> parts, JsonNode annotations) {
        if (annotations.isEmpty()) {
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof ContentPart.Text text) {
                parts.set(
                        i,
                        new ContentPart.Text(
                                text.text(),
                                citations(annotations),
                                text.cache(),
                                text.signature(),
                                text.extensions()));
                return;
            }
        }
    }

    static List<Citation> citations(JsonNode annotations) {
        var all = new ArrayList<Citation>();
        for (var node : annotations.values()) {
            var url = node.path("url_citation");
            all.add(
                    new Citation(
                            ChatRequestReader.text(url, "url"),
                            ChatRequestReader.text(url, "title"),
                            Tree.small(url.path("start_index")),
                            Tree.small(url.path("end_index")),
                            null,
                            node));
        }
        return all;
    }
}
