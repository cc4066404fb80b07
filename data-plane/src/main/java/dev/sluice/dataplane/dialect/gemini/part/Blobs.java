package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.MediaSource;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads media: bytes in the request, and files at an address or in Google's own store. */
final class Blobs {
    static final Field INLINE = Field.of("inlineData");
    static final Field FILE = Field.of("fileData");
    private static final Field MIME_TYPE = Field.of("mimeType");
    private static final Field BYTES = Field.of("data");
    private static final Field URI = Field.of("fileUri");
    private static final Field DISPLAY_NAME = Field.of("displayName");
    private static final Set<String> KNOWN = Field.names(INLINE, FILE, Field.THOUGHT);

    /** What the ends of addresses usually hold. */
    private static final Map<String, String> BY_ENDING =
            Map.ofEntries(
                    Map.entry("png", "image/png"),
                    Map.entry("jpg", "image/jpeg"),
                    Map.entry("jpeg", "image/jpeg"),
                    Map.entry("gif", "image/gif"),
                    Map.entry("webp", "image/webp"),
                    Map.entry("heic", "image/heic"),
                    Map.entry("pdf", "application/pdf"),
                    Map.entry("txt", "text/plain"),
                    Map.entry("mp3", "audio/mp3"),
                    Map.entry("wav", "audio/wav"),
                    Map.entry("mp4", "video/mp4"));

    private Blobs() {}

    static ContentPart read(JsonNode part) {
        var inline = INLINE.in(part);
        var blob = inline.isObject() ? inline : FILE.in(part);
        var mimeType = MIME_TYPE.text(blob);
        var source =
                inline.isObject()
                        ? new MediaSource.Inline(BYTES.text(blob, ""))
                        : address(URI.text(blob, ""));
        return new ContentPart.Media(
                kind(mimeType, source),
                source,
                mimeType,
                DISPLAY_NAME.text(blob),
                null,
                null,
                Field.rest(part, KNOWN));
    }

    /** A file in Google's store is at no address that others could fetch. */
    private static MediaSource address(String uri) {
        var stored =
                uri.startsWith("gs://")
                        || uri.startsWith("files/")
                        || uri.contains("//generativelanguage.googleapis.com/");
        return stored ? new MediaSource.FileId(uri) : new MediaSource.Url(uri);
    }

    private static Kind kind(@Nullable String mimeType, MediaSource source) {
        if (source instanceof MediaSource.Url(String url) && url.contains("youtu")) {
            return Kind.VIDEO;
        }
        var type = mimeType;
        if (type == null) {
            type = source instanceof MediaSource.Url(String url) ? typeByEnding(url) : null;
        }
        if (type == null || type.startsWith("image/")) {
            return Kind.IMAGE;
        }
        if (type.startsWith("audio/")) {
            return Kind.AUDIO;
        }
        return type.startsWith("video/") ? Kind.VIDEO : Kind.DOCUMENT;
    }

    /** The type that an address promises; null where it promises none. */
    static @Nullable String typeByEnding(String url) {
        var end = url.indexOf('?');
        var path = end < 0 ? url : url.substring(0, end);
        return BY_ENDING.get(path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }
}
