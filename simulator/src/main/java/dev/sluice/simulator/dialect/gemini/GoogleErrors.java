package dev.sluice.simulator.dialect.gemini;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {"error": {code, message, status}}}. */
public final class GoogleErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), body(told));
    }

    static Map<String, @Nullable Object> body(Told told) {
        return Fields.of(
                "error",
                Fields.of(
                        "code",
                        told.status(),
                        "message",
                        told.message(),
                        "status",
                        told.typeOr(told.codeOr(status(told.status())))));
    }

    private static String status(int status) {
        return switch (status) {
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 429 -> "RESOURCE_EXHAUSTED";
            case 499 -> "CANCELLED";
            case 503, 529 -> "UNAVAILABLE";
            case 504 -> "DEADLINE_EXCEEDED";
            default -> status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
        };
    }
}
