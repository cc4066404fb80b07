package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.Arrival;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.dataplane.identity.CallerAuthenticator;
import dev.sluice.dataplane.ingress.RequestReader;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * CORS: which pages may read answers. Off, unless an app names the page's origin. Cookies mean
 * nothing here, so credentials are never allowed and no answer ever says {@code *}.
 */
final class CrossOrigin {
    private static final String MOST_AGE_SECONDS = "600";

    /** What the SDKs of all dialects send; nothing else changes what a call does. */
    private static final Set<String> REQUEST_HEADERS =
            Set.of(
                    "accept",
                    "accept-language",
                    "api-key",
                    "authorization",
                    "cache-control",
                    "content-language",
                    "content-type",
                    "idempotency-key",
                    "traceparent",
                    "tracestate",
                    "user-agent",
                    "x-api-key",
                    "x-client-request-id",
                    "x-request-id");

    private static final List<String> REQUEST_HEADER_FAMILIES =
            List.of(
                    "anthropic-",
                    "openai-",
                    "x-dashscope-",
                    "x-goog-",
                    "x-ms-",
                    "x-sluice-",
                    "x-stainless-");

    /** What scripts may read besides the body: all that the gateway says. */
    private static final String RESPONSE_HEADERS =
            String.join(
                    ", ",
                    "anthropic-ratelimit-requests-limit",
                    "anthropic-ratelimit-requests-remaining",
                    "anthropic-ratelimit-requests-reset",
                    "anthropic-ratelimit-tokens-limit",
                    "anthropic-ratelimit-tokens-remaining",
                    "anthropic-ratelimit-tokens-reset",
                    "request-id",
                    "retry-after",
                    "x-ratelimit-limit-requests",
                    "x-ratelimit-limit-tokens",
                    "x-ratelimit-remaining-requests",
                    "x-ratelimit-remaining-tokens",
                    "x-ratelimit-reset-requests",
                    "x-ratelimit-reset-tokens",
                    "x-request-id",
                    "x-should-retry",
                    "x-sluice-cache",
                    "x-sluice-cost",
                    "x-sluice-error",
                    "x-sluice-latency-ms",
                    "x-sluice-route",
                    "x-sluice-tokens",
                    "x-sluice-warnings",
                    "x-trace-id",
                    "x-upstream-latency-ms",
                    "x-upstream-status");

    private CrossOrigin() {}

    /** Puts into the answer, whatever it becomes, what the key's app allows the page. */
    static void tell(HttpServerRequest request, Snapshot snapshot) {
        if (snapshot.edge().origins().isEmpty()) {
            return;
        }
        var headers = request.response().headers();
        headers.set("vary", "origin");
        var origin = request.getHeader("origin");
        if (origin == null || !snapshot.edge().origins().contains(origin)) {
            return;
        }
        var key = CallerAuthenticator.known(snapshot, RequestReader.keyHash(request));
        if (key != null && key.allowsOrigin(origin)) {
            headers.set("access-control-allow-origin", origin);
            headers.set("access-control-expose-headers", RESPONSE_HEADERS);
        }
    }

    /** Whether a browser asks what a page may do, before the page does it. */
    static boolean isPreflight(HttpServerRequest request) {
        return request.method().equals(HttpMethod.OPTIONS)
                && request.getHeader("origin") != null
                && request.getHeader("access-control-request-method") != null;
    }

    /**
     * Answers a preflight. It carries no key, so that the app is not known: any app's word counts
     * here, and the call itself is held against its own. Fails where no app allows the origin.
     */
    static void answer(HttpServerRequest request, Arrival arrival, Snapshot snapshot) {
        var origin = request.getHeader("origin");
        if (!snapshot.edge().origins().contains(origin)) {
            throw new GatewayFailure.Malformed(
                    403,
                    "No app lets pages of this origin call. Its 'cors: {origins: […]}' must name"
                            + " the origin.",
                    null);
        }
        var asked = request.getHeader("access-control-request-headers");
        var response = request.response().setStatusCode(204);
        response.putHeader("access-control-allow-origin", origin)
                .putHeader("access-control-allow-methods", "GET, POST")
                .putHeader("access-control-max-age", MOST_AGE_SECONDS)
                .putHeader(
                        "vary",
                        "origin, access-control-request-method, access-control-request-headers")
                .putHeader("x-trace-id", arrival.traceId())
                .putHeader("x-request-id", arrival.requestId());
        var allowed = asked == null ? "" : known(asked);
        if (!allowed.isEmpty()) {
            response.putHeader("access-control-allow-headers", allowed);
        }
        response.end();
    }

    private static String known(String asked) {
        return Arrays.stream(asked.split(",", -1))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name ->
                        REQUEST_HEADERS.contains(name)
                                || REQUEST_HEADER_FAMILIES.stream().anyMatch(name::startsWith))
                .collect(Collectors.joining(", "));
    }
}
