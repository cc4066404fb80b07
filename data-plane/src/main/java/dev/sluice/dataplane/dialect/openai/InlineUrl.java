package dev.sluice.dataplane.dialect.openai;

import org.jspecify.annotations.Nullable;

/** Bytes within an address: {@code data:<type>;base64,<bytes>} (RFC 2397). */
public record InlineUrl(String mimeType, String base64) {
    private static final String PREFIX = "data:";
    private static final String MARK = ";base64";

    /** Null where the text is no such address. */
    public static @Nullable InlineUrl parse(String text) {
        if (!text.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
            return null;
        }
        var comma = text.indexOf(',');
        var mark = comma - MARK.length();
        return mark < PREFIX.length() || !text.regionMatches(true, mark, MARK, 0, MARK.length())
                ? null
                : new InlineUrl(text.substring(PREFIX.length(), mark), text.substring(comma + 1));
    }

    public static String of(@Nullable String mimeType, String base64) {
        return PREFIX
                + (mimeType == null ? "application/octet-stream" : mimeType)
                + MARK
                + ','
                + base64;
    }
}
