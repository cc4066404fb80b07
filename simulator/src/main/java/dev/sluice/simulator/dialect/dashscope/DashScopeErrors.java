package dev.sluice.simulator.dialect.dashscope;

import dev.sluice.simulator.dialect.ErrorForm;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Told;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {code, message, request_id}}. */
public final class DashScopeErrors implements ErrorForm {
    @Override
    public Refused refuse(Told told) {
        return Refused.of(told.status(), body(told));
    }

    static Map<String, @Nullable Object> body(Told told) {
        return Fields.of(
                "code",
                told.codeOr(told.typeOr(code(told.status()))),
                "message",
                told.message(),
                "request_id",
                "sim");
    }

    private static String code(int status) {
        return switch (status) {
            case 401 -> "InvalidApiKey";
            case 403 -> "AccessDenied";
            case 404 -> "ModelNotFound";
            case 408 -> "RequestTimeOut";
            case 413 -> "BadRequest.TooLarge";
            case 429 -> "Throttling.RateQuota";
            case 503 -> "ModelUnavailable";
            default -> status >= 500 ? "InternalError" : "InvalidParameter";
        };
    }
}
