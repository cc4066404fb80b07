package dev.sluice.dataplane.call;

import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.route.Dialect;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a call gets no answer; each kind has its stable code. Rendered once, at the edge, in the
 * caller's dialect. Carries no stack trace: none of these is a bug of the gateway.
 */
public abstract sealed class GatewayFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final int httpStatus;
    private final @Nullable String param;
    private final transient Map<String, String> headers;

    private GatewayFailure(
            ErrorCode code,
            int httpStatus,
            String message,
            @Nullable String param,
            Map<String, String> headers) {
        super(message, null, false, false);
        this.code = code;
        this.httpStatus = httpStatus;
        this.param = param;
        this.headers = Map.copyOf(headers);
    }

    private GatewayFailure(ErrorCode code, String message) {
        this(code, code.httpStatus(), message, null, Map.of());
    }

    public ErrorCode code() {
        return code;
    }

    public int httpStatus() {
        return httpStatus;
    }

    /** The request's field that is to be changed. */
    public @Nullable String param() {
        return param;
    }

    /** Headers that belong to the answer, such as {@code Retry-After}. */
    public Map<String, String> headers() {
        return headers;
    }

    private static Map<String, String> retryAfter(long seconds) {
        return Map.of("retry-after", Long.toString(Math.max(1, seconds)));
    }

    /** The request itself is wrong. */
    public static final class Malformed extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public Malformed(String message, @Nullable String param) {
            this(ErrorCode.INVALID_REQUEST.httpStatus(), message, param);
        }

        /** With another status of the 4xx, such as 405, 415 or 431. */
        public Malformed(int httpStatus, String message, @Nullable String param) {
            super(ErrorCode.INVALID_REQUEST, httpStatus, message, param, Map.of());
        }
    }

    /** The body is larger than the gateway takes. */
    public static final class TooLarge extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public TooLarge(String message) {
            super(ErrorCode.REQUEST_TOO_LARGE, message);
        }
    }

    /** The path is none that the gateway serves. */
    public static final class EndpointUnknown extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public EndpointUnknown(String message) {
            super(ErrorCode.UNSUPPORTED_ENDPOINT, message);
        }
    }

    /** The request asks for something the gateway does not do yet. */
    public static final class Unsupported extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public Unsupported(String message, @Nullable String param) {
            super(
                    ErrorCode.UNSUPPORTED,
                    ErrorCode.UNSUPPORTED.httpStatus(),
                    message,
                    param,
                    Map.of());
        }
    }

    /** No key, an unknown one, or one that may not be used (any more, yet, or from there). */
    public static final class KeyRefused extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public KeyRefused(String message) {
            super(ErrorCode.INVALID_API_KEY, message);
        }
    }

    /** There is no alias of that name. */
    public static final class AliasUnknown extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public AliasUnknown(String message) {
            super(
                    ErrorCode.MODEL_NOT_FOUND,
                    ErrorCode.MODEL_NOT_FOUND.httpStatus(),
                    message,
                    "model",
                    Map.of());
        }
    }

    /** The key may not call this alias. */
    public static final class AliasForbidden extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public AliasForbidden(String message) {
            super(
                    ErrorCode.MODEL_NOT_ALLOWED,
                    ErrorCode.MODEL_NOT_ALLOWED.httpStatus(),
                    message,
                    "model",
                    Map.of());
        }
    }

    /** A limit or budget refuses the call: which one stands in {@link #refusedBy}. */
    public static final class QuotaRefused extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        private final String refusedBy;
        private final @Nullable String degradesTo;

        /**
         * @param code {@code RATE_LIMIT_EXCEEDED}, {@code QUOTA_EXCEEDED} or {@code BUDGET_HELD}
         * @param refusedBy the rule, as {@code app/a/b budget month}
         * @param headers {@code retry-after}, {@code x-should-retry}, {@code x-ratelimit-*}
         */
        public QuotaRefused(
                ErrorCode code, String message, String refusedBy, Map<String, String> headers) {
            this(code, message, refusedBy, headers, null);
        }

        /** An exhausted budget may name an alias that serves instead. */
        public QuotaRefused(
                ErrorCode code,
                String message,
                String refusedBy,
                Map<String, String> headers,
                @Nullable String degradesTo) {
            super(code, code.httpStatus(), message, null, headers);
            this.refusedBy = refusedBy;
            this.degradesTo = degradesTo;
        }

        public @Nullable String degradesTo() {
            return degradesTo;
        }

        public String refusedBy() {
            return refusedBy;
        }
    }

    /** No target can take the call now. */
    public static final class NoUpstream extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public NoUpstream(String message, long retryAfterSeconds) {
            super(
                    ErrorCode.UPSTREAM_UNAVAILABLE,
                    ErrorCode.UPSTREAM_UNAVAILABLE.httpStatus(),
                    message,
                    null,
                    retryAfter(retryAfterSeconds));
        }
    }

    /** The node carries as much as it can, or is about to stop. */
    public static final class Overloaded extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public Overloaded(String message, long retryAfterSeconds) {
            super(
                    ErrorCode.GATEWAY_OVERLOADED,
                    ErrorCode.GATEWAY_OVERLOADED.httpStatus(),
                    message,
                    null,
                    retryAfter(retryAfterSeconds));
        }
    }

    /** An upstream did not answer properly, and nothing else is left to try. */
    public static final class UpstreamFailed extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public UpstreamFailed(
                ErrorCode code, int httpStatus, String message, Map<String, String> headers) {
            super(code, httpStatus, message, null, headers);
        }
    }

    /** What an upstream said about the request, which the caller gets as it is. */
    public static final class UpstreamAnswered extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        private final transient byte[] body;
        private final String contentType;
        private final Dialect dialect;

        /**
         * @param message what callers of another dialect are told
         * @param dialect of the body
         */
        public UpstreamAnswered(
                ErrorCode code,
                int httpStatus,
                String message,
                Dialect dialect,
                String contentType,
                byte[] body,
                Map<String, String> headers) {
            super(code, httpStatus, message, null, headers);
            this.dialect = dialect;
            this.contentType = contentType;
            this.body = body;
        }

        public byte[] body() {
            return body;
        }

        public Dialect dialect() {
            return dialect;
        }

        public String contentType() {
            return contentType;
        }
    }

    /** A fault of the gateway or of its config. */
    public static final class Internal extends GatewayFailure {
        private static final long serialVersionUID = 1L;

        public Internal(String message) {
            super(ErrorCode.INTERNAL_ERROR, message);
        }
    }
}
