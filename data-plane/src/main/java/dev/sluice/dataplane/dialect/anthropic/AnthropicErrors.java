package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Errors as callers of the dialect read them; the field that is wrong stands in the message. */
public final class AnthropicErrors implements ErrorCodec {
    private static final int OVERLOADED = 529;

    /** Coding agents look for these words to shorten the conversation by themselves. */
    private static final String TOO_LONG = "prompt is too long";

    private static final byte[] EVENT = "event: error\ndata: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT_END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public byte[] body(Told told) {
        var body = node(typeOf(told), messageOf(told.code(), told.message()));
        if (told.requestId() == null) {
            body.putNull("request_id");
        } else {
            body.put("request_id", told.requestId());
        }
        return ForeignJson.bytes(body);
    }

    @Override
    public int status(Told told) {
        return told.code() == ErrorCode.GATEWAY_OVERLOADED ? OVERLOADED : told.httpStatus();
    }

    @Override
    public void event(Told told, Door door, ByteSink out) {
        writeEvent(typeOf(told), messageOf(told.code(), told.message()), out);
    }

    /** The error that ends a stream. */
    public static void writeEvent(ErrorCode code, String message, ByteSink out) {
        writeEvent(typeOf(code, code.httpStatus()), messageOf(code, message), out);
    }

    private static void writeEvent(String type, String message, ByteSink out) {
        out.append(EVENT).append(ForeignJson.bytes(node(type, message))).append(EVENT_END);
    }

    private static ObjectNode node(String type, String message) {
        var body = SluiceJson.mapper().createObjectNode().put("type", "error");
        body.putObject("error").put("type", type).put("message", message);
        return body;
    }

    private static String messageOf(ErrorCode code, String message) {
        return code == ErrorCode.CONTEXT_LENGTH_EXCEEDED && !message.contains(TOO_LONG)
                ? TOO_LONG + ": " + message
                : message;
    }

    private static String typeOf(Told told) {
        return typeOf(told.code(), told.httpStatus());
    }

    private static String typeOf(ErrorCode code, int httpStatus) {
        return switch (code) {
            case INVALID_REQUEST, UNSUPPORTED, CONTEXT_LENGTH_EXCEEDED, CONTENT_FILTERED ->
                    "invalid_request_error";
            case INVALID_API_KEY -> "authentication_error";
            case MODEL_NOT_ALLOWED -> "permission_error";
            case MODEL_NOT_FOUND, UNSUPPORTED_ENDPOINT -> "not_found_error";
            case REQUEST_TOO_LARGE -> "request_too_large";
            case RATE_LIMIT_EXCEEDED, QUOTA_EXCEEDED, BUDGET_HELD -> "rate_limit_error";
            case GATEWAY_OVERLOADED -> "overloaded_error";
            case UPSTREAM_UNAVAILABLE ->
                    httpStatus == OVERLOADED ? "overloaded_error" : "api_error";
            case UPSTREAM_TIMEOUT -> "timeout_error";
            case INTERNAL_ERROR, UPSTREAM_INVALID_RESPONSE, STREAM_INCOMPLETE -> "api_error";
        };
    }
}
