package dev.sluice.embedded;

import java.io.Serial;

/** A server could not be started; the message says which, why, and what its log said last. */
public final class ServerStartException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    public ServerStartException(String message) {
        super(message);
    }

    public ServerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
