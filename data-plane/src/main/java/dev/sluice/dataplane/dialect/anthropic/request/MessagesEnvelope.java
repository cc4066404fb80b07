package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Reads the envelope, and refuses in the dialect's own words what the gateway acts on. */
final class MessagesEnvelope {
    private static final byte[] IMAGE = "\"image\"".getBytes(StandardCharsets.US_ASCII);
    private static final int SEARCHED_BYTES = 65_536;
    private static final int MOST_DIGITS = 100;

    private final Door door;
    private final JsonFields body;

    MessagesEnvelope(Door door, JsonFields body) {
        this.door = door;
        this.body = body;
    }

    Envelope read() {
        var alias = alias();
        var messages = messages();
        return new Envelope(
                alias,
                flag("stream"),
                true,
                cap(),
                AnthropicRequests.MAX_TOKENS,
                1,
                1,
                isFilledArray("tools"),
                mentionsImages(messages),
                endUser());
    }

    private static GatewayFailure wrong(String field, String what) {
        return new GatewayFailure.Malformed(field + ": " + what, field);
    }

    private String alias() {
        var span = required("model");
        var model =
                span.token() == JsonToken.VALUE_STRING
                        ? SluiceJson.mapper()
                                .readValue(body.bytes(), span.from(), span.length(), String.class)
                        : "";
        if (model.isBlank() || model.length() > 256) {
            throw wrong("model", "Input should be the name of a model, of at most 256 characters");
        }
        return model;
    }

    private Span required(String field) {
        var span = body.span(field);
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            throw wrong(field, "Field required");
        }
        return span;
    }

    private Span messages() {
        var span = required("messages");
        if (span.token() != JsonToken.START_ARRAY) {
            throw wrong("messages", "Input should be a valid list");
        }
        if (isEmptyNested(span)) {
            throw wrong("messages", "at least one message is required");
        }
        return span;
    }

    private boolean isEmptyNested(Span span) {
        var bytes = body.bytes();
        for (var i = span.from() + 1; i < span.to() - 1; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean isFilledArray(String field) {
        var span = body.span(field);
        return span != null && span.token() == JsonToken.START_ARRAY && !isEmptyNested(span);
    }

    private boolean flag(String field) {
        var span = body.span(field);
        if (span == null || span.token() == JsonToken.VALUE_NULL) {
            return false;
        }
        return switch (span.token()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw wrong(field, "Input should be a valid boolean");
        };
    }

    /** Mandatory, as at Anthropic's own servers; only a count goes without. */
    private @Nullable Long cap() {
        if (door.variant().equals(Door.COUNT)) {
            return null;
        }
        var field = AnthropicRequests.MAX_TOKENS;
        var span = required(field);
        var isNumber =
                span.token() == JsonToken.VALUE_NUMBER_INT
                        || span.token() == JsonToken.VALUE_NUMBER_FLOAT;
        if (!isNumber || span.length() > MOST_DIGITS) {
            throw wrong(field, "Input should be a valid integer");
        }
        var value =
                new BigDecimal(
                        new String(
                                body.bytes(),
                                span.from(),
                                span.length(),
                                StandardCharsets.US_ASCII));
        if (value.signum() <= 0) {
            throw wrong(field, "Input should be greater than or equal to 1");
        }
        if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) >= 0) {
            return Long.MAX_VALUE;
        }
        if (value.scale() > 0 && value.stripTrailingZeros().scale() > 0) {
            throw wrong(field, "Input should be a valid integer");
        }
        return value.longValue();
    }

    private @Nullable String endUser() {
        var span = body.span("metadata");
        if (span == null || span.token() != JsonToken.START_OBJECT) {
            return null;
        }
        var user = ForeignJson.read(body.bytes(), span.from(), span.length()).path("user_id");
        return user.isString() ? user.asString() : null;
    }

    /** A byte search is enough: it only marks the call in the books. */
    private boolean mentionsImages(Span messages) {
        var bytes = body.bytes();
        var last = Math.min(messages.to(), messages.from() + SEARCHED_BYTES) - IMAGE.length;
        for (var i = messages.from(); i <= last; i++) {
            if (bytes[i] == '"' && bytes[i + 1] == 'i' && isImage(bytes, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isImage(byte[] bytes, int at) {
        for (var i = 0; i < IMAGE.length; i++) {
            if (bytes[at + i] != IMAGE[i]) {
                return false;
            }
        }
        return true;
    }
}
