package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Operation;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads the envelope of a request, and checks the fields that the gateway acts on: a wrong one is
 * refused with a message that says what to change. All other fields are the upstream's business.
 */
public final class EnvelopeReader {
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final int MOST_CHOICES = 128;
    private static final byte[] IMAGE_URL = "\"image_url\"".getBytes(StandardCharsets.US_ASCII);

    private EnvelopeReader() {}

    /** Fails with {@link GatewayFailure.Malformed}. */
    public static Envelope read(Operation operation, JsonFields body) {
        return operation == Operation.EMBEDDINGS ? embeddings(body) : chat(body);
    }

    private static Envelope chat(JsonFields body) {
        var alias = requiredText(body, "model");
        var messages = body.span("messages");
        if (messages == null || messages.token() != JsonToken.START_ARRAY) {
            throw wrong("messages", "must be an array of messages");
        }
        if (isEmptyNested(body, messages)) {
            throw wrong("messages", "must hold at least one message");
        }
        var stream = flag(body, "stream");
        var capField = capField(body);
        return new Envelope(
                alias,
                stream,
                usageAsked(body, stream),
                cap(body, capField),
                capField,
                choices(body),
                1,
                isFilledArray(body, "tools") || isFilledArray(body, "functions"),
                mentionsImages(body, messages),
                text(body, "user"));
    }

    private static Envelope embeddings(JsonFields body) {
        var alias = requiredText(body, "model");
        var input = body.span("input");
        if (input == null || input.token() == JsonToken.VALUE_NULL) {
            throw wrong("input", "must be a text, an array of texts or an array of tokens");
        }
        if (input.token() == JsonToken.START_ARRAY && isEmptyNested(body, input)) {
            throw wrong("input", "must not be empty");
        }
        return new Envelope(
                alias, false, false, null, MAX_TOKENS, 1, 1, false, false, text(body, "user"));
    }

    private static GatewayFailure wrong(String field, String what) {
        return new GatewayFailure.Malformed("'" + field + "' " + what + ".", field);
    }

    private static boolean isEmptyNested(JsonFields body, Span span) {
        var bytes = body.bytes();
        for (var i = span.from() + 1; i < span.to() - 1; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFilledArray(JsonFields body, String field) {
        var span = body.span(field);
        return span != null && span.token() == JsonToken.START_ARRAY && !isEmptyNested(body, span);
    }

    private static String requiredText(JsonFields body, String field) {
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

    private static @Nullable String text(JsonFields body, String field) {
        var span = body.span(field);
        return span == null || span.token() != JsonToken.VALUE_STRING ? null : string(body, span);
    }

    private static String string(JsonFields body, Span span) {
        return SluiceJson.mapper()
                .readValue(body.bytes(), span.from(), span.length(), String.class);
    }

    private static boolean flag(JsonFields body, String field) {
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

    private static boolean usageAsked(JsonFields body, boolean stream) {
        var span = body.span("stream_options");
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            return false;
        }
        if (span.token() != JsonToken.START_OBJECT) {
            throw wrong("stream_options", "must be an object");
        }
        if (!stream) {
            throw wrong("stream_options", "may only be given together with \"stream\": true");
        }
        var options = SluiceJson.mapper().readTree(body.bytes(), span.from(), span.length());
        return options.path("include_usage").asBoolean(false);
    }

    /** Both may be given; the newer one wins, as at the providers. */
    private static String capField(JsonFields body) {
        return isGiven(body, MAX_COMPLETION_TOKENS) ? MAX_COMPLETION_TOKENS : MAX_TOKENS;
    }

    private static boolean isGiven(JsonFields body, String field) {
        var span = body.span(field);
        return span != null && span.token() != JsonToken.VALUE_NULL;
    }

    private static @Nullable Long cap(JsonFields body, String capField) {
        for (var field : List.of(MAX_TOKENS, MAX_COMPLETION_TOKENS)) {
            if (isGiven(body, field)) {
                wholeNumber(body, field, Long.MAX_VALUE);
            }
        }
        return isGiven(body, capField) ? wholeNumber(body, capField, Long.MAX_VALUE) : null;
    }

    private static int choices(JsonFields body) {
        if (!isGiven(body, "n")) {
            return 1;
        }
        var n = wholeNumber(body, "n", MOST_CHOICES + 1L);
        if (n > MOST_CHOICES) {
            throw wrong("n", "must be between 1 and " + MOST_CHOICES);
        }
        return (int) n;
    }

    /** A positive whole number, also one written as 1e3 or 5.0; clamped to the most given. */
    private static long wholeNumber(JsonFields body, String field, long most) {
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

    /** A byte search is enough: it only marks the call in the books. */
    private static boolean mentionsImages(JsonFields body, Span messages) {
        var bytes = body.bytes();
        var last = Math.min(messages.to(), messages.from() + 65_536) - IMAGE_URL.length;
        for (var i = messages.from(); i <= last; i++) {
            if (bytes[i] == '"' && bytes[i + 1] == 'i' && matchesImageUrl(bytes, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matchesImageUrl(byte[] bytes, int at) {
        for (var i = 0; i < IMAGE_URL.length; i++) {
            if (bytes[at + i] != IMAGE_URL[i]) {
                return false;
            }
        }
        return true;
    }
}
