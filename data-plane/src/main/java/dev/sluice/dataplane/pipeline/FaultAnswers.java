package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import dev.sluice.dataplane.upstream.UpstreamFault;
import dev.sluice.dataplane.upstream.UpstreamFault.Answer;
import dev.sluice.model.error.ErrorCode;
import java.util.Locale;
import java.util.Map;

/** What a caller is told when nothing is left to try. */
final class FaultAnswers {
    private static final int OVERLOADED = 529;

    private FaultAnswers() {}

    static ErrorCode codeOf(UpstreamFault fault) {
        return switch (fault) {
            case UpstreamFault.Unreachable _ -> ErrorCode.UPSTREAM_UNAVAILABLE;
            case UpstreamFault.TimedOut _ -> ErrorCode.UPSTREAM_TIMEOUT;
            case UpstreamFault.Invalid _ -> ErrorCode.UPSTREAM_INVALID_RESPONSE;
            case UpstreamFault.SecretRefused refused -> codeOf(refused.answer());
            case UpstreamFault.NoCredential _ -> ErrorCode.UPSTREAM_UNAVAILABLE;
            case UpstreamFault.ServerFault server ->
                    server.answer().status() == 504
                            ? ErrorCode.UPSTREAM_TIMEOUT
                            : ErrorCode.UPSTREAM_UNAVAILABLE;
            case UpstreamFault.RequestRefused refused -> codeOf(refused.answer());
            case UpstreamFault.Misconfigured _ -> ErrorCode.INTERNAL_ERROR;
            case UpstreamFault.Untranslatable no -> no.failure().code();
            case UpstreamFault.Limited _ -> ErrorCode.RATE_LIMIT_EXCEEDED;
        };
    }

    private static ErrorCode codeOf(Answer answer) {
        return answer.status() == 401 || answer.status() == 402 || answer.status() == 403
                ? ErrorCode.UPSTREAM_UNAVAILABLE
                : answer.said().errorCode(answer.status());
    }

    static GatewayFailure failure(UpstreamFault fault) {
        return switch (fault) {
            case UpstreamFault.RequestRefused refused -> passedOn(refused.answer());
            case UpstreamFault.SecretRefused refused -> secretRefused(refused);
            case UpstreamFault.NoCredential none -> unavailable(502, none.message());
            case UpstreamFault.ServerFault server -> serverFault(server);
            case UpstreamFault.Unreachable lost -> unavailable(503, lost.message());
            case UpstreamFault.Invalid invalid ->
                    failed(ErrorCode.UPSTREAM_INVALID_RESPONSE, 502, invalid.message());
            case UpstreamFault.TimedOut late ->
                    failed(ErrorCode.UPSTREAM_TIMEOUT, 504, late.message());
            case UpstreamFault.Misconfigured wrong ->
                    new GatewayFailure.Internal(
                            "The gateway's config is not complete: " + wrong.message() + ".");
            case UpstreamFault.Untranslatable no -> no.failure();
            case UpstreamFault.Limited limited ->
                    new GatewayFailure.QuotaRefused(
                            ErrorCode.RATE_LIMIT_EXCEEDED,
                            sentence(limited.message()),
                            "upstream limits",
                            Map.of("retry-after", "1"));
        };
    }

    /**
     * An overload or a timeout of the upstream is one for the caller, too; all else is its fault.
     */
    private static GatewayFailure serverFault(UpstreamFault.ServerFault server) {
        return switch (server.answer().status()) {
            case OVERLOADED -> passedOn(server.answer());
            case 503 -> unavailable(503, server.message());
            case 504 -> failed(ErrorCode.UPSTREAM_TIMEOUT, 504, server.message());
            default -> unavailable(502, server.message());
        };
    }

    private static GatewayFailure secretRefused(UpstreamFault.SecretRefused refused) {
        if (refused.answer().status() == 429) {
            return passedOn(refused.answer());
        }
        return unavailable(
                502,
                refused.why() == Refusal.OUT_OF_MONEY
                        ? "the account at the upstream is out of money"
                        : "the upstream refuses the gateway's own credential");
    }

    private static GatewayFailure passedOn(Answer answer) {
        Map<String, String> headers =
                answer.retryAfter() == null ? Map.of() : Map.of("retry-after", answer.retryAfter());
        var told = answer.said().message();
        var isJson = answer.contentType().toLowerCase(Locale.ROOT).contains("json");
        if (!isJson && told == null) {
            // A page of some proxy is nothing that a client of the dialect can read.
            return new GatewayFailure.UpstreamFailed(
                    codeOf(answer),
                    answer.status(),
                    "The upstream answered " + answer.status() + " without an error body.",
                    headers);
        }
        return new GatewayFailure.UpstreamAnswered(
                codeOf(answer),
                answer.status(),
                told == null ? "The upstream answered " + answer.status() + "." : told,
                answer.dialect(),
                isJson ? answer.contentType() : "application/json",
                answer.body(),
                headers);
    }

    private static GatewayFailure failed(ErrorCode code, int status, String message) {
        return new GatewayFailure.UpstreamFailed(code, status, sentence(message), Map.of());
    }

    private static GatewayFailure unavailable(int status, String message) {
        return new GatewayFailure.UpstreamFailed(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                status,
                sentence(message),
                Map.of("retry-after", "1"));
    }

    private static String sentence(String message) {
        return Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".";
    }
}
