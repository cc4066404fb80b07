package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.route.Operation;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads the envelope of a request, and checks the fields that the gateway acts on. */
final class GeminiEnvelope {
    static final String CAP_FIELD = "maxOutputTokens";
    static final Field GENERATION_CONFIG = Field.of("generationConfig");
    private static final Field CAP = Field.of(CAP_FIELD);
    private static final Field CANDIDATES = Field.of("candidateCount");
    private static final int MOST_CANDIDATES = 128;
    private static final int LOOKED_AT_BYTES = 65_536;
    private static final List<byte[]> MEDIA =
            List.of(
                    ascii("\"inlineData\""),
                    ascii("\"inline_data\""),
                    ascii("\"fileData\""),
                    ascii("\"file_data\""));

    private GeminiEnvelope() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static Envelope read(Door door, JsonFields body) {
        return door.operation() == Operation.EMBEDDINGS ? embeddings(door, body) : chat(door, body);
    }

    private static Envelope chat(Door door, JsonFields body) {
        var wrapped = body.span("generateContentRequest");
        if (door.variant().equals(Door.COUNT) && wrapped != null) {
            return new Envelope(
                    alias(door), false, true, null, CAP_FIELD, 1, 1, false, false, null);
        }
        var contents = body.span("contents");
        if (contents == null || contents.token() != JsonToken.START_ARRAY) {
            throw wrong("contents", "must be an array of contents");
        }
        if (isEmpty(body, contents)) {
            throw wrong("contents", "must hold at least one content");
        }
        var config = config(body);
        var tools = body.span("tools");
        return new Envelope(
                alias(door),
                Boolean.TRUE.equals(door.stream()),
                true,
                cap(config),
                CAP_FIELD,
                candidates(config),
                1,
                tools != null && tools.token() == JsonToken.START_ARRAY && !isEmpty(body, tools),
                MEDIA.stream().anyMatch(word -> mentions(body, contents, word)),
                null);
    }

    private static Envelope embeddings(Door door, JsonFields body) {
        var field = body.span("requests") == null ? "content" : "requests";
        var span = body.span(field);
        if (span == null || span.token() == JsonToken.VALUE_NULL || isEmpty(body, span)) {
            throw wrong(field, "must be given");
        }
        return new Envelope(alias(door), false, false, null, CAP_FIELD, 1, 1, false, false, null);
    }

    private static String alias(Door door) {
        var alias = door.model();
        if (alias == null || alias.isBlank() || alias.length() > 256) {
            throw wrong("model", "must be named in the path, in at most 256 characters");
        }
        return alias;
    }

    private static GatewayFailure wrong(String field, String what) {
        return new GatewayFailure.Malformed("'" + field + "' " + what + ".", field);
    }

    private static boolean isEmpty(JsonFields body, Span span) {
        var bytes = body.bytes();
        for (var i = span.from() + 1; i < span.to() - 1; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    /** The place of the generation config; null where the caller gives none. */
    static @Nullable Span configSpan(JsonFields body) {
        var span = body.span(GENERATION_CONFIG.camel());
        return span != null ? span : body.span(GENERATION_CONFIG.snake());
    }

    private static JsonNode config(JsonFields body) {
        var span = configSpan(body);
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            return MissingNode.getInstance();
        }
        if (span.token() != JsonToken.START_OBJECT) {
            throw wrong("generationConfig", "must be an object");
        }
        return ForeignJson.read(body.bytes(), span.from(), span.length());
    }

    private static @Nullable Long cap(JsonNode config) {
        return CAP.isIn(config)
                ? (Long) wholeNumber(CAP.in(config), CAP_FIELD, Long.MAX_VALUE)
                : null;
    }

    private static int candidates(JsonNode config) {
        if (!CANDIDATES.isIn(config)) {
            return 1;
        }
        var count = wholeNumber(CANDIDATES.in(config), "candidateCount", MOST_CANDIDATES + 1L);
        if (count > MOST_CANDIDATES) {
            throw wrong("generationConfig.candidateCount", "must be at most " + MOST_CANDIDATES);
        }
        return (int) count;
    }

    /** A positive whole number, also one written as a text or as 5.0; clamped to the most given. */
    private static long wholeNumber(JsonNode node, String field, long most) {
        var path = "generationConfig." + field;
        var text = node.isString() || node.isNumber() ? node.asString() : "";
        if (!text.matches("\\d{1,50}(\\.0{1,20})?|\\d{1,10}(\\.\\d{1,10})?[eE]\\+?\\d{1,2}")) {
            throw wrong(path, "must be a whole number of at least 1");
        }
        var value = new BigDecimal(text);
        if (value.signum() <= 0 || value.stripTrailingZeros().scale() > 0) {
            throw wrong(path, "must be a whole number of at least 1");
        }
        return value.compareTo(BigDecimal.valueOf(most)) >= 0 ? most : value.longValue();
    }

    /** A byte search is enough: it only marks the call in the books. */
    private static boolean mentions(JsonFields body, Span span, byte[] word) {
        var bytes = body.bytes();
        var last = Math.min(span.to(), span.from() + LOOKED_AT_BYTES) - word.length;
        for (var i = span.from(); i <= last; i++) {
            if (bytes[i] == '"' && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }
}
