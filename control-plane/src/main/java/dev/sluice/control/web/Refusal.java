package dev.sluice.control.web;

import dev.sluice.control.web.ApiError.FaultAt;
import java.util.List;

/** A request that is turned down for a reason the caller can act on; rendered in one place. */
public final class Refusal extends RuntimeException {
    private final int status;
    private final ApiError error;

    private Refusal(int status, ApiError error) {
        super(error.error().message(), null, false, false);
        this.status = status;
        this.error = error;
    }

    /** Nothing there, or nothing that the caller may know of: the two look alike on purpose. */
    public static Refusal notFound(String what) {
        return new Refusal(404, ApiError.of("not_found", what + " does not exist"));
    }

    public static Refusal forbidden(String message) {
        return new Refusal(403, ApiError.of("forbidden", message));
    }

    public static Refusal conflict(String code, String message) {
        return new Refusal(409, ApiError.of(code, message));
    }

    public static Refusal conflict(String code, String message, List<FaultAt> faults) {
        return new Refusal(409, ApiError.of(code, message, faults));
    }

    public static Refusal badRequest(String message) {
        return new Refusal(400, ApiError.of("invalid_request", message));
    }

    public static Refusal tooLarge(String message) {
        return new Refusal(413, ApiError.of("too_large", message));
    }

    /** The body or file was understood, and has faults. */
    public static Refusal invalid(String message, List<FaultAt> faults) {
        return new Refusal(422, ApiError.of("invalid", message, faults));
    }

    public int status() {
        return status;
    }

    public ApiError error() {
        return error;
    }
}
