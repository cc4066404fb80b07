package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Errors as a caller of one dialect reads them. */
public interface ErrorCodec {
    /**
     * What is to be told.
     *
     * @param httpStatus the status, before the dialect's own custom
     * @param param the request's field that is to be changed
     * @param retryAfterSeconds when the caller may try again; null where nobody knows
     */
    record Told(
            ErrorCode code,
            int httpStatus,
            String message,
            @Nullable String param,
            @Nullable String requestId,
            @Nullable String retryAfterSeconds) {
        public Told(
                ErrorCode code,
                int httpStatus,
                String message,
                @Nullable String param,
                @Nullable String requestId) {
            this(code, httpStatus, message, param, requestId, null);
        }
    }

    byte[] body(Told told);

    /** The status by the dialect's own custom. */
    default int status(Told told) {
        return told.httpStatus();
    }

    /** An error as the last event of a stream that began well, where nothing is open. */
    void event(Told told, Door door, ByteSink out);
}
