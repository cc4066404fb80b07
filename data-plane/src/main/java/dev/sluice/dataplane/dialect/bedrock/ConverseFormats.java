package dev.sluice.dataplane.dialect.bedrock;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dialect's names for forms of documents and their media types. */
final class ConverseFormats {
    private static final Map<String, String> TYPES =
            Map.of(
                    "pdf", "application/pdf",
                    "csv", "text/csv",
                    "doc", "application/msword",
                    "docx",
                            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                    "xls", "application/vnd.ms-excel",
                    "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                    "html", "text/html",
                    "txt", "text/plain",
                    "md", "text/markdown");

    private ConverseFormats() {}

    static String mimeType(String format) {
        return TYPES.getOrDefault(format, "application/" + format);
    }

    /** Of a document; what is unknown is called a text. */
    static String ofDocument(@Nullable String mimeType) {
        return TYPES.entrySet().stream()
                .filter(one -> one.getValue().equals(mimeType))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(mimeType == null || mimeType.startsWith("text/") ? "txt" : "pdf");
    }

    /** Of a picture, sound or film: the second half of the media type. */
    static String ofMedia(@Nullable String mimeType, String otherwise) {
        if (mimeType == null || mimeType.indexOf('/') < 0) {
            return otherwise;
        }
        var name = mimeType.substring(mimeType.indexOf('/') + 1).replace("x-", "");
        return switch (name) {
            case "jpg" -> "jpeg";
            case "mpeg" -> "mp3";
            default -> name;
        };
    }
}
