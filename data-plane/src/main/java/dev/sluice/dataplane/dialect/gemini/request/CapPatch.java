package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonFields.Span;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.dataplane.json.JsonPlaces;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** Puts the cap into a caller's own request, inside its generation config. */
final class CapPatch {
    private static final String CAP = GeminiEnvelope.CAP_FIELD;
    private static final String CAP_SNAKE = "max_output_tokens";

    private CapPatch() {}

    static void add(JsonPatch patch, JsonFields body, RequestTarget target) {
        var cap = target.outputCap();
        if (cap == null) {
            return;
        }
        var asked = target.capAsked();
        var isAdded = asked == null && target.capField() != null;
        var isLowered = asked != null && cap < asked;
        if (isAdded || isLowered) {
            put(patch, body, Long.toString(cap));
        }
    }

    private static void put(JsonPatch patch, JsonFields body, String digits) {
        var field = "\"" + CAP + "\":" + digits;
        var config = GeminiEnvelope.configSpan(body);
        if (config == null) {
            patch.insertField(
                    body, GeminiEnvelope.GENERATION_CONFIG.camel(), bytes("{" + field + "}"));
            return;
        }
        if (config.token() == JsonToken.VALUE_NULL) {
            patch.replace(config.from(), config.to(), bytes("{" + field + "}"));
            return;
        }
        var own = place(body, config, CAP);
        own = own != null ? own : place(body, config, CAP_SNAKE);
        if (own != null) {
            patch.replace(own.from(), own.to(), bytes(digits));
            return;
        }
        var isEmpty = isEmpty(body.bytes(), config);
        patch.replace(config.from() + 1, config.from() + 1, bytes(isEmpty ? field : field + ","));
    }

    private static @Nullable Span place(JsonFields body, Span config, String field) {
        return JsonPlaces.find(body.bytes(), config.from(), config.to(), List.of(field));
    }

    private static boolean isEmpty(byte[] bytes, Span object) {
        for (var i = object.from() + 1; i < object.to() - 1; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
