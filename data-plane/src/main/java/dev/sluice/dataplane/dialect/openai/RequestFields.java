package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Single fields of a request, read from their spans; what is of a wrong type is refused with words
 * that say what to change.
 */
public final class RequestFields {
    private RequestFields() {}

    public static GatewayFailure wrong(String field, String what) {
        return new GatewayFailure.Malformed("'" + field + "' " + what + ".", field);
    }

    public static boolean isEmptyNested(JsonFields body, Span span) {
        var bytes = body.bytes();
        for (var i = span.from() + 1; i < span.to() - 1; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    public static boolean isFilledArray(JsonFields body, String field) {
        var span = body.span(field);
        return span != null && span.token() == JsonToken.START_ARRAY && !isEmptyNested(body, span);
    }

    public static String requiredText(JsonFields body, String field) {
        var span = body.span(field);
        if (span == null || span.token() != JsonToken.VALUE_STRING) {
            throw wrong(field, "must be given as a text");
        }
        var value = string(body, span);
        if (value.isBlank() || value.length() > 256) {
            throw wrong(field, "must name a model, in at most 256 characters");
        }
        return value;
    }

    /** Fails where the field is absent or null. */
    public static void requiredValue(JsonFields body, String field) {
        if (!isGiven(body, field)) {
            throw wrong(field, "must be given");
        }
    }

    public static @Nullable String text(JsonFields body, String field) {
        var span = body.span(field);
        return span == null || span.token() != JsonToken.VALUE_STRING ? null : string(body, span);
    }

    private static String string(JsonFields body, Span span) {
        return SluiceJson.mapper()
                .readValue(body.bytes(), span.from(), span.length(), String.class);
    }

    public static boolean flag(JsonFields body, String field) {
        var span = body.span(field);
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            return false;
        }
        return switch (span.token()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw wrong(field, "must be true or false");
        };
    }

    public static boolean isGiven(JsonFields body, String field) {
        var span = body.span(field);
        return span != null && span.token() != JsonToken.VALUE_NULL;
    }

    /** A positive whole number, also one written as 1e3 or 5.0; clamped to the most given. */
    public static long wholeNumber(JsonFields body, String field, long most) {
        var span = body.span(field);
        if (span == null
                || (span.token() != JsonToken.VALUE_NUMBER_INT
                        && span.token() != JsonToken.VALUE_NUMBER_FLOAT)) {
            throw wrong(field, "must be a whole number of at least 1, not a text or another type");
        }
        if (span.length() > 100) {
            throw wrong(field, "must be a whole number of at least 1");
        }
        var digits =
                new String(body.bytes(), span.from(), span.length(), StandardCharsets.US_ASCII);
        var value = new BigDecimal(digits);
        if (value.signum() <= 0) {
            throw wrong(field, "must be a whole number of at least 1");
        }
        if (value.compareTo(BigDecimal.valueOf(most)) >= 0) {
            return most;
        }
        if (value.scale() > 0 && value.stripTrailingZeros().scale() > 0) {
            throw wrong(field, "must be a whole number, not a fraction");
        }
        return value.longValue();
    }

    /**
     * Whether a value holds this word as a string. A byte search is enough: it only marks the call
     * in the books.
     */
    public static boolean mentions(JsonFields body, Span within, String word) {
        var bytes = body.bytes();
        var quoted = ("\"" + word + "\"").getBytes(StandardCharsets.US_ASCII);
        var last = Math.min(within.to(), within.from() + 65_536) - quoted.length;
        for (var i = within.from(); i <= last; i++) {
            if (bytes[i] == '"'
                    && bytes[i + 1] == quoted[1]
                    && Arrays.equals(bytes, i, i + quoted.length, quoted, 0, quoted.length)) {
                return true;
            }
        }
        return false;
    }
}
