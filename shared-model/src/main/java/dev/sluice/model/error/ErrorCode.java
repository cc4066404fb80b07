package dev.sluice.model.error;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The gateway's own errors: a stable code and the HTTP status that goes with it. */
public enum ErrorCode {
    INVALID_REQUEST(400),
    UNSUPPORTED(400),
    CONTEXT_LENGTH_EXCEEDED(400),
    CONTENT_FILTERED(400),
    INVALID_API_KEY(401),
    MODEL_NOT_ALLOWED(403),
    MODEL_NOT_FOUND(404),
    UNSUPPORTED_ENDPOINT(404),
    REQUEST_TOO_LARGE(413),
    RATE_LIMIT_EXCEEDED(429),
    QUOTA_EXCEEDED(429),
    BUDGET_HELD(429),
    INTERNAL_ERROR(500),
    UPSTREAM_INVALID_RESPONSE(502),
    STREAM_INCOMPLETE(502),
    UPSTREAM_UNAVAILABLE(503),
    GATEWAY_OVERLOADED(503),
    UPSTREAM_TIMEOUT(504);

    private final int httpStatus;

    ErrorCode(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    @JsonValue
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int httpStatus() {
        return httpStatus;
    }
}
