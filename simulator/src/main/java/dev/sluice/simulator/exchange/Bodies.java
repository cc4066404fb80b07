package dev.sluice.simulator.exchange;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.simulator.script.Script;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON bodies in and out, errors in the OpenAI shape among them. */
public final class Bodies {
    public static final JsonMapper MAPPER = SluiceJson.mapper();

    private Bodies() {}

    public static Buffer json(Object value) {
        return Buffer.buffer(MAPPER.writeValueAsBytes(value));
    }

    /** The body as a tree; an {@link IllegalArgumentException} says why it cannot be read. */
    public static JsonNode parse(Buffer body) {
        try {
            return MAPPER.readTree(body.getBytes());
        } catch (JacksonException malformed) {
            throw new IllegalArgumentException(
                    "the body is not JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    public static Buffer error(String message, String type, @Nullable String code) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("message", message);
        error.put("type", type);
        error.put("param", null);
        error.put("code", code);
        return json(Map.of("error", error));
    }

    /** The error body of a scripted refusal, by the status where the script says no more. */
    public static Buffer refusal(int status, Script.Answer answer) {
        if (answer.body() != null) {
            return Buffer.buffer(answer.body());
        }
        String type = answer.type() == null ? typeOf(status) : answer.type();
        String code = answer.code() == null ? codeOf(status) : answer.code();
        String message =
                answer.message() == null
                        ? "the simulator was told to answer " + status
                        : answer.message();
        return error(message, type, code);
    }

    private static String typeOf(int status) {
        if (status == 429) {
            return "requests";
        }
        return status >= 500 ? "server_error" : "invalid_request_error";
    }

    private static @Nullable String codeOf(int status) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
    }
}
