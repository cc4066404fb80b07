package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Turns a failure into HTTP in the caller's dialect: the only place that does. */
public final class FailureWriter {
    private FailureWriter() {}

    /** Writes a whole answer, or an error event where a stream has begun. */
    public static void write(
            CallerChannel caller, GatewayFailure failure, Map<String, String> headers) {
        if (caller.headWritten()) {
            caller.end(ChatStream.errorEvent(failure.code(), message(failure)));
            return;
        }
        var all = new HashMap<>(headers);
        all.putAll(failure.headers());
        all.put("x-sluice-error", failure.code().code());
        if (failure instanceof GatewayFailure.UpstreamAnswered answered) {
            caller.reply(answered.httpStatus(), answered.contentType(), all, answered.body());
            return;
        }
        caller.reply(
                failure.httpStatus(),
                "application/json",
                all,
                OpenAiErrors.write(failure.code(), message(failure), failure.param()));
    }

    private static String message(GatewayFailure failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.code().code());
    }
}
