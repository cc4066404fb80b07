package dev.sluice.dataplane.dialect.openai;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;

/** Errors as callers of OpenAI's dialects read them. */
public final class OpenAiErrors implements ErrorCodec {
    private static final int OVERLOADED_ELSEWHERE = 529;
    private static final int OVERLOADED = 503;

    @Override
    public byte[] body(Told told) {
        return write(told.code(), told.message(), told.param());
    }

    @Override
    public int status(Told told) {
        return statusOf(told);
    }

    /** Anthropic's own status for an overload is none that OpenAI's clients know. */
    public static int statusOf(Told told) {
        return told.httpStatus() == OVERLOADED_ELSEWHERE ? OVERLOADED : told.httpStatus();
    }

    @Override
    public void event(Told told, Door door, ByteSink out) {
        out.append(ChatText.DATA).append(body(told)).append(ChatText.FRAME_END);
    }

    /** The error body, also used as the payload of an error frame. */
    public static byte[] write(ErrorCode code, String message, @Nullable String param) {
        var body = SluiceJson.mapper().createObjectNode();
        var error = body.putObject("error");
        error.put("message", message);
        error.put("type", typeOf(code));
        if (param == null) {
            error.putNull("param");
        } else {
            error.put("param", param);
        }
        error.put("code", code.code());
        return ForeignJson.bytes(body);
    }

    private static String typeOf(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST,
                    UNSUPPORTED,
                    CONTEXT_LENGTH_EXCEEDED,
                    CONTENT_FILTERED,
                    INVALID_API_KEY,
                    MODEL_NOT_ALLOWED,
                    MODEL_NOT_FOUND,
                    UNSUPPORTED_ENDPOINT,
                    REQUEST_TOO_LARGE ->
                    "invalid_request_error";
            case RATE_LIMIT_EXCEEDED -> "rate_limit_error";
            case QUOTA_EXCEEDED, BUDGET_HELD -> "insufficient_quota";
            case INTERNAL_ERROR,
                    UPSTREAM_INVALID_RESPONSE,
                    STREAM_INCOMPLETE,
                    UPSTREAM_UNAVAILABLE,
                    GATEWAY_OVERLOADED,
                    UPSTREAM_TIMEOUT ->
                    "server_error";
        };
    }
}
