package dev.sluice.dataplane.dialect;

import dev.sluice.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * An error that an upstream put into a body or frame, in whatever of the known shapes.
 *
 * @param status the HTTP status it stands for, also where it came inside a 200; 0 when the text
 *     tells none
 * @param code the upstream's own code or type
 * @param outOfMoney whether the credential cannot be used until somebody pays
 */
public record UpstreamSaid(
        int status, @Nullable String code, @Nullable String message, boolean outOfMoney) {

    /** The gateway's code for what an upstream said about the request. */
    public ErrorCode errorCode(int httpStatus) {
        var words = (code == null ? "" : code) + " " + (message == null ? "" : message);
        if (httpStatus == 429) {
            return outOfMoney ? ErrorCode.QUOTA_EXCEEDED : ErrorCode.RATE_LIMIT_EXCEEDED;
        }
        if (httpStatus == 404) {
            return ErrorCode.MODEL_NOT_FOUND;
        }
        if (httpStatus == 413) {
            return ErrorCode.REQUEST_TOO_LARGE;
        }
        if (words.contains("context_length")
                || words.contains("context length")
                || words.contains("input token count")
                || words.contains("prompt is too long")
                || words.contains("input token count")
                || words.contains("exceeds the available context")) {
            return ErrorCode.CONTEXT_LENGTH_EXCEEDED;
        }
        if (words.contains("content_filter") || words.contains("content_policy")) {
            return ErrorCode.CONTENT_FILTERED;
        }
        return httpStatus >= 400 && httpStatus < 500
                ? ErrorCode.INVALID_REQUEST
                : ErrorCode.UPSTREAM_UNAVAILABLE;
    }
}
