package dev.sluice.dataplane.dialect.media;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells what bytes are by their beginning: what callers declare is often wrong. */
public final class MediaBytes {
    private static final int START_CHARACTERS = 64;

    private MediaBytes() {}

    /** The type that the bytes show, else the declared one in its usual form; null for neither. */
    public static @Nullable String typeOf(@Nullable String declared, String base64) {
        var shown = shown(decoded(base64));
        return shown != null ? shown : usual(declared);
    }

    /** The type that the bytes show; null where they show none. */
    public static @Nullable String typeOf(byte[] bytes) {
        var length = Math.min(START_CHARACTERS, bytes.length);
        return shown(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }

    /** Base64 as strict providers take it: without line ends and blanks. */
    public static String tidy(String base64) {
        for (var i = 0; i < base64.length(); i++) {
            if (Character.isWhitespace(base64.charAt(i))) {
                return base64.replaceAll("\\s+", "");
            }
        }
        return base64;
    }

    /** Base64 in the standard alphabet with its padding; null where the text is none. */
    public static @Nullable String standard(String base64) {
        var tidy = tidy(base64).replace('-', '+').replace('_', '/');
        var end = tidy.length();
        while (end > 0 && tidy.charAt(end - 1) == '=') {
            end--;
        }
        if (end == 0 || end % 4 == 1) {
            return null;
        }
        for (var i = 0; i < end; i++) {
            if (!isSign(tidy.charAt(i))) {
                return null;
            }
        }
        var padded = (end + 3) / 4 * 4;
        return padded == tidy.length() ? tidy : tidy.substring(0, end) + "=".repeat(padded - end);
    }

    private static boolean isSign(char sign) {
        return (sign >= 'a' && sign <= 'z')
                || (sign >= 'A' && sign <= 'Z')
                || (sign >= '0' && sign <= '9')
                || sign == '+'
                || sign == '/';
    }

    private static @Nullable String usual(@Nullable String declared) {
        if (declared == null || declared.isBlank()) {
            return null;
        }
        var end = declared.indexOf(';');
        var type = (end < 0 ? declared : declared.substring(0, end)).strip();
        type = type.toLowerCase(Locale.ROOT);
        return type.equals("image/jpg") ? "image/jpeg" : type;
    }

    private static @Nullable String shown(String start) {
        if (start.startsWith("\u0089PNG\r\n\u001a\n")) {
            return "image/png";
        }
        if (start.startsWith("\u00ff\u00d8\u00ff")) {
            return "image/jpeg";
        }
        if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) {
            return "image/gif";
        }
        if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) {
            return "image/webp";
        }
        return start.startsWith("%PDF-") ? "application/pdf" : null;
    }

    /** The first bytes, one character each; empty where it is no base64. */
    private static String decoded(String base64) {
        var head = tidy(base64.substring(0, Math.min(base64.length(), START_CHARACTERS)));
        try {
            var whole = head.substring(0, head.length() / 4 * 4);
            return new String(Base64.getDecoder().decode(whole), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException noBase64) {
            return "";
        }
    }
}
