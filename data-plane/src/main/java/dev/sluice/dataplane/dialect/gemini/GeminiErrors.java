package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.dialect.ErrorCodec;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;

/** Errors as Google's services write them. */
final class GeminiErrors implements ErrorCodec {
    private static final String TYPE = "type.googleapis.com/google.rpc.";

    @Override
    public byte[] body(Told told) {
        return write(told);
    }

    @Override
    public int status(Told told) {
        return statusOf(told);
    }

    @Override
    public void event(Told told, Door door, ByteSink out) {
        if (GeminiFraming.isArray(door)) {
            out.append((byte) '[').append(write(told)).append((byte) ']');
        } else {
            SseFrame.write(write(told), out);
        }
    }

    static byte[] write(Told told) {
        var body = SluiceJson.mapper().createObjectNode();
        var error = body.putObject("error");
        var status = statusOf(told);
        error.put("code", status);
        error.put("message", told.message());
        error.put("status", word(status));
        if (told.code() == ErrorCode.INVALID_API_KEY) {
            error.putArray("details")
                    .addObject()
                    .put("@type", TYPE + "ErrorInfo")
                    .put("reason", "API_KEY_INVALID")
                    .put("domain", "googleapis.com");
        } else if (told.retryAfterSeconds() != null) {
            error.putArray("details")
                    .addObject()
                    .put("@type", TYPE + "RetryInfo")
                    .put("retryDelay", told.retryAfterSeconds() + "s");
        }
        return ForeignJson.bytes(body);
    }

    /** The dialect has fewer statuses than others. */
    private static int statusOf(Told told) {
        return switch (told.httpStatus()) {
            case 402 -> 429;
            case 408 -> 504;
            case 413, 415, 422 -> 400;
            case 529 -> 503;
            default -> told.httpStatus();
        };
    }

    private static String word(int status) {
        return switch (status) {
            case 401 -> "UNAUTHENTICATED";
            case 403 -> "PERMISSION_DENIED";
            case 404 -> "NOT_FOUND";
            case 409 -> "ABORTED";
            case 429 -> "RESOURCE_EXHAUSTED";
            case 499 -> "CANCELLED";
            case 501 -> "UNIMPLEMENTED";
            case 502, 503 -> "UNAVAILABLE";
            case 504 -> "DEADLINE_EXCEEDED";
            default -> status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
        };
    }
}
