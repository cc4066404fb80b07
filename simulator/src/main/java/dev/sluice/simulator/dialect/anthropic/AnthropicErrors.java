package dev.sluice.simulator.dialect.anthropic;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {"type": "error", "error": {type, message}}}. */
public final class AnthropicErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        Map<String, @Nullable Object> body = body(told);
        body.put("request_id", null);
        return Refused.of(told.status(), body);
    }

    static Map<String, @Nullable Object> body(Told told) {
        String own = told.codeOr(type(told.status()));
        return Fields.of(
                "type",
                "error",
                "error",
                Fields.of("type", told.typeOr(own), "message", told.message()));
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 402 -> "billing_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 504 -> "timeout_error";
            case 529, 503 -> "overloaded_error";
            default -> status >= 500 ? "api_error" : "invalid_request_error";
        };
    }
}
