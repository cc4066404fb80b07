package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {"error": {message, type, param, code}}}. */
public final class OpenAiErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), body(told));
    }

    static Map<String, @Nullable Object> body(Told told) {
        return Fields.of("error", error(told));
    }

    static Map<String, @Nullable Object> error(Told told) {
        return Fields.of(
                "message",
                told.message(),
                "type",
                told.typeOr(type(told.status())),
                "param",
                null,
                "code",
                told.code() == null ? code(told.status()) : told.code());
    }

    private static String type(int status) {
        if (status == 429) {
            return "requests";
        }
        return status >= 500 ? "server_error" : "invalid_request_error";
    }

    private static @Nullable String code(int status) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
    }
}
