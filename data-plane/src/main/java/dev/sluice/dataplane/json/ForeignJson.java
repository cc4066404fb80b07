package dev.sluice.dataplane.json;

import dev.sluice.model.json.SluiceJson;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

/**
 * JSON that came from outside, read and written again. Numbers may have any exponent, so they are
 * not spelled out. Texts may hold half of a surrogate pair: {@code "\ud83d"} is JSON (RFC 8259,
 * section 8.2), but no UTF-8; there the half becomes U+FFFD, as decoders do with what they cannot
 * read.
 */
public final class ForeignJson {
    private static final ObjectWriter WRITER =
            SluiceJson.mapper().writer().without(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN);
    private static final byte[] UNREADABLE = "\ufffd".getBytes(StandardCharsets.UTF_8);

    private ForeignJson() {}

    /** Fails with a {@link JacksonException} for whatever is no JSON. */
    public static JsonNode read(byte[] json) {
        return read(json, 0, json.length);
    }

    public static JsonNode read(byte[] json, int from, int length) {
        try {
            return SluiceJson.mapper().readTree(json, from, length);
        } catch (NumberFormatException beyond) {
            throw beyondDecimals(beyond);
        }
    }

    public static JsonNode read(String json) {
        try {
            return SluiceJson.mapper().readTree(json);
        } catch (NumberFormatException beyond) {
            throw beyondDecimals(beyond);
        }
    }

    /** An exponent of more digits than an int is JSON, but no decimal; the reader forgets that. */
    private static JacksonException beyondDecimals(NumberFormatException fault) {
        return new StreamReadException(null, "a number without bounds", fault);
    }

    public static byte[] bytes(JsonNode tree) {
        try {
            return WRITER.writeValueAsBytes(tree);
        } catch (StreamWriteException half) {
            return utf8(text(tree));
        }
    }

    /** As {@link #bytes}, for JSON within JSON: halves stay as they are. */
    public static String text(JsonNode tree) {
        return WRITER.writeValueAsString(tree);
    }

    /** A text as a JSON string, with its quotes. */
    public static byte[] quoted(String text) {
        try {
            return inQuotes(JsonStringEncoder.getInstance().quoteAsUTF8(text));
        } catch (IllegalArgumentException half) {
            return inQuotes(
                    utf8(new String(JsonStringEncoder.getInstance().quoteAsCharArray(text))));
        }
    }

    private static byte[] inQuotes(byte[] escaped) {
        var quoted = new byte[escaped.length + 2];
        System.arraycopy(escaped, 0, quoted, 1, escaped.length);
        quoted[0] = '"';
        quoted[quoted.length - 1] = '"';
        return quoted;
    }

    private static byte[] utf8(String text) {
        try {
            var bytes =
                    StandardCharsets.UTF_8
                            .newEncoder()
                            .replaceWith(UNREADABLE)
                            .onMalformedInput(CodingErrorAction.REPLACE)
                            .encode(CharBuffer.wrap(text));
            var copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        } catch (CharacterCodingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
