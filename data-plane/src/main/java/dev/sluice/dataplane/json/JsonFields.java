package dev.sluice.dataplane.json;

import dev.sluice.model.json.SluiceJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A JSON object as its bytes and the places of its top-level values, found by one pass over the
 * tokens. Nothing below the top level is kept. Immutable, until it is let go.
 */
public final class JsonFields {
    /** The letter, a sign and four digits. */
    private static final int MOST_EXPONENT_CHARS = 6;

    private byte @Nullable [] bytes;
    private Map<String, Span> spans;
    private final int length;
    private final int bodyStart;

    private JsonFields(byte[] bytes, Map<String, Span> spans, int bodyStart) {
        this.bytes = bytes;
        this.spans = spans;
        this.length = bytes.length;
        this.bodyStart = bodyStart;
    }

    /**
     * The place of a value: from (inclusive) to (exclusive).
     *
     * @param token the value's first token, which tells its type
     */
    public record Span(int from, int to, JsonToken token) {
        public int length() {
            return to - from;
        }
    }

    /** Fails with {@link MalformedJson} unless the bytes are exactly one JSON object. */
    public static JsonFields scan(byte[] bytes) {
        return scan(bytes, false);
    }

    /**
     * As {@link #scan}, and refuses numbers with an exponent that no decimal holds: nobody who
     * reads such a body whole later has to fear them.
     */
    public static JsonFields scanRequest(byte[] bytes) {
        return scan(bytes, true);
    }

    private static JsonFields scan(byte[] bytes, boolean checked) {
        if (isWide(bytes)) {
            throw new MalformedJson("the body must be UTF-8, not UTF-16 or UTF-32");
        }
        try (var parser = SluiceJson.mapper().createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedJson("the body must be a JSON object");
            }
            var bodyStart = (int) parser.currentLocation().getByteOffset();
            var spans = new LinkedHashMap<String, Span>();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                if (spans.containsKey(name)) {
                    throw new MalformedJson("the field '" + shortened(name) + "' stands twice");
                }
                spans.put(name, valueOf(parser, checked));
            }
            if (parser.nextToken() != null) {
                throw new MalformedJson("there is more after the JSON object");
            }
            return new JsonFields(bytes, spans, bodyStart);
        } catch (JacksonException broken) {
            var at = broken.getLocation();
            throw new MalformedJson(
                    "the body is not valid JSON: "
                            + shortened(broken.getOriginalMessage())
                            + (at == null ? "" : " (byte " + at.getByteOffset() + ")"));
        }
    }

    /**
     * The places of values are those of UTF-8; JSON in a wider encoding shows zeroes at its start.
     */
    private static boolean isWide(byte[] bytes) {
        for (var i = 0; i < Math.min(4, bytes.length); i++) {
            if (bytes[i] == 0 || bytes[i] == (byte) 0xFE || bytes[i] == (byte) 0xFF) {
                return true;
            }
        }
        return false;
    }

    private static Span valueOf(JsonParser parser, boolean checked) {
        var token = parser.nextToken();
        var from = (int) parser.currentTokenLocation().getByteOffset();
        if (checked) {
            skipChecking(parser);
        } else {
            parser.skipChildren();
        }
        parser.finishToken();
        return new Span(from, (int) parser.currentLocation().getByteOffset(), token);
    }

    private static void skipChecking(JsonParser parser) {
        var depth = 0;
        for (var token = parser.currentToken(); token != null; token = parser.nextToken()) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.VALUE_NUMBER_FLOAT) {
                checkExponent(parser.getString());
            }
            if (depth == 0) {
                return;
            }
        }
    }

    private static void checkExponent(String number) {
        var exponent = Math.max(number.indexOf('e'), number.indexOf('E'));
        if (exponent >= 0 && number.length() - exponent > MOST_EXPONENT_CHARS) {
            throw new MalformedJson(
                    "the number " + shortened(number) + " has too large an exponent");
        }
    }

    private static String shortened(String text) {
        return text.length() <= 120 ? text : text.substring(0, 120) + "…";
    }

    public byte[] bytes() {
        if (bytes == null) {
            throw new IllegalStateException("an object is read that was let go");
        }
        return bytes;
    }

    /** Of the object, also when it was let go. */
    public int length() {
        return length;
    }

    /** Lets go of the bytes and their places, though others still hold this object. */
    public void letGo() {
        bytes = null;
        spans = Map.of();
    }

    public boolean isLetGo() {
        return bytes == null;
    }

    /** The first byte after the opening brace: where a field can be put in. */
    public int bodyStart() {
        return bodyStart;
    }

    public boolean isEmpty() {
        return spans.isEmpty();
    }

    /** In the order in which they came. */
    public Set<String> names() {
        return Collections.unmodifiableSet(spans.keySet());
    }

    public @Nullable Span span(String field) {
        return spans.get(field);
    }

    /** A parser that stands before the value; null where the field is absent. */
    public @Nullable JsonParser parserAt(String field) {
        var span = spans.get(field);
        return span == null
                ? null
                : SluiceJson.mapper().createParser(bytes(), span.from(), span.length());
    }
}
