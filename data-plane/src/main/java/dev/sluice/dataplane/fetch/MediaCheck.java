package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.dialect.media.MediaBytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether what came is what was asked for: by what its server declares, and by its bytes. */
final class MediaCheck {
    private static final Set<String> UNSAID =
            Set.of("", "application/octet-stream", "binary/octet-stream");
    private static final String PDF = "application/pdf";
    private static final String OPEN_XML = "application/vnd.openxmlformats-officedocument.";

    /** Formats that one beginning stands for; the declared one tells which. */
    private static final Map<String, Set<String>> BY_BEGINNING =
            Map.of(
                    "PK\u0003\u0004",
                    Set.of(
                            OPEN_XML + "wordprocessingml.document",
                            OPEN_XML + "spreadsheetml.sheet"),
                    "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1",
                    Set.of("application/msword", "application/vnd.ms-excel"));

    /** For servers that declare nothing useful. */
    private static final Map<String, String> BY_ENDING =
            Map.of(
                    "pdf", PDF,
                    "docx", OPEN_XML + "wordprocessingml.document",
                    "xlsx", OPEN_XML + "spreadsheetml.sheet",
                    "doc", "application/msword",
                    "xls", "application/vnd.ms-excel",
                    "csv", "text/csv",
                    "md", "text/markdown",
                    "html", "text/html",
                    "txt", "text/plain",
                    "json", "application/json");

    private MediaCheck() {}

    /** Before the body: fails with {@link Unfetchable} where the declared type is none for it. */
    static void declared(Kind kind, @Nullable String contentType) {
        var type = bare(contentType);
        var fits =
                UNSAID.contains(type)
                        || (kind == Kind.IMAGE
                                ? type.startsWith("image/")
                                : type.startsWith("text/") || type.startsWith("application/"));
        if (!fits) {
            throw new Unfetchable("its server says that it is " + type);
        }
    }

    /** The type of the whole. Fails with {@link Unfetchable}. */
    static String typeOf(Kind kind, @Nullable String contentType, String path, byte[] bytes) {
        var shown = MediaBytes.typeOf(bytes);
        if (kind == Kind.IMAGE) {
            if (shown == null || !shown.startsWith("image/")) {
                throw new Unfetchable("its bytes are no PNG, JPEG, GIF or WebP");
            }
            return shown;
        }
        if (PDF.equals(shown)) {
            return PDF;
        }
        var type = bare(contentType);
        var said = UNSAID.contains(type) ? BY_ENDING.getOrDefault(ending(path), "") : type;
        if (shown == null && (isBegunLike(said, bytes) || (isText(said) && isReadable(bytes)))) {
            return said;
        }
        throw new Unfetchable("its bytes are no document of a kind that models read");
    }

    private static boolean isBegunLike(String type, byte[] bytes) {
        var start = new String(bytes, 0, Math.min(8, bytes.length), StandardCharsets.ISO_8859_1);
        return BY_BEGINNING.entrySet().stream()
                .anyMatch(known ->
                        start.startsWith(known.getKey()) && known.getValue().contains(type));
    }

    private static boolean isText(String type) {
        return type.startsWith("text/") || type.equals("application/json");
    }

    private static boolean isReadable(byte[] bytes) {
        for (var one : bytes) {
            if (one == 0) {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException binary) {
            return false;
        }
    }

    private static String ending(String path) {
        var end = path.indexOf('?');
        var bare = end < 0 ? path : path.substring(0, end);
        return bare.substring(bare.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static String bare(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        var end = contentType.indexOf(';');
        var type = end < 0 ? contentType : contentType.substring(0, end);
        return type.strip().toLowerCase(Locale.ROOT);
    }
}
