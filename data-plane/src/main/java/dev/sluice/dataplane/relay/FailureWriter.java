package dev.sluice.dataplane.relay;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.json.ByteSink;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns a failure into HTTP in the caller's dialect: the only place that does. */
public final class FailureWriter {
    /** Known to one dialect alone, whoever sends it. */
    private static final int OVERLOADED = 529;

    private FailureWriter() {}

    /** Writes a whole answer, or an error event where a stream has begun. */
    public static void write(
            CallerChannel caller, GatewayFailure failure, Map<String, String> headers) {
        var door = caller.door();
        var errors = Codecs.of(door.dialect()).errors();
        var told =
                new Told(
                        failure.code(),
                        failure.httpStatus(),
                        Objects.requireNonNullElse(failure.getMessage(), failure.code().code()),
                        failure.param(),
                        caller.arrival().requestId(),
                        seconds(failure.headers().get("retry-after")));
        if (caller.headWritten()) {
            var event = new ByteSink();
            errors.event(told, door, event);
            caller.end(event.take());
            return;
        }
        var all = new HashMap<>(headers);
        all.putAll(failure.headers());
        all.put("x-sluice-error", failure.code().code());
        if (failure instanceof GatewayFailure.UpstreamAnswered answered
                && answered.dialect() == door.dialect()) {
            var status =
                    answered.httpStatus() == OVERLOADED
                            ? errors.status(told)
                            : answered.httpStatus();
            caller.reply(status, answered.contentType(), all, answered.body());
            return;
        }
        caller.reply(errors.status(told), "application/json", all, errors.body(told));
    }

    /** A date is left to those who read headers. */
    private static @Nullable String seconds(@Nullable String retryAfter) {
        return retryAfter != null && retryAfter.matches("\\d{1,9}") ? retryAfter : null;
    }
}
