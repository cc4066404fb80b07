package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import dev.sluice.dataplane.upstream.UpstreamFault.Answer;
import dev.sluice.model.route.Dialect;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an error answer of an upstream means, by its status first and its text second. */
final class FaultClassifier {
    private final Dialect dialect;
    private final Map<String, Integer> statuses;

    /**
     * @param statuses the HTTP status behind a provider's own codes, where its own misleads
     */
    FaultClassifier(Dialect dialect, Map<String, Integer> statuses) {
        this.dialect = dialect;
        this.statuses = statuses;
    }

    /** An answer with an error status. */
    UpstreamFault classify(int status, MultiMap headers, byte[] body, Instant now) {
        var said = named(UpstreamErrors.read(body, 0, body.length), headers);
        var type = headers.get("content-type");
        var retryAfterMs = RetryHint.afterMs(headers, body, now);
        var answer =
                new Answer(
                        dialect,
                        status,
                        type == null ? "application/json" : type,
                        body,
                        said,
                        retryAfter(headers, retryAfterMs));
        return classify(answer, meant(status, said), retryAfterMs);
    }

    /** AWS names the error in a header, with an address behind a colon. */
    private static UpstreamSaid named(UpstreamSaid said, MultiMap headers) {
        var type = headers.get("x-amzn-errortype");
        return type == null
                ? said
                : new UpstreamSaid(
                        said.status(), type.split(":", 2)[0], said.message(), said.outOfMoney());
    }

    /** An error that came inside a 200: the status is the one it stands for, else 502. */
    UpstreamFault classifyInside(UpstreamSaid said, byte[] body) {
        var status = said.status() == 0 ? 502 : said.status();
        var meant = meant(status, said);
        return classify(new Answer(dialect, meant, "application/json", body, said, null), meant, 0);
    }

    private int meant(int status, UpstreamSaid said) {
        var code = said.code();
        if (code == null) {
            return status;
        }
        var own = statuses.get(code);
        if (own == null && code.indexOf('.') > 0) {
            own = statuses.get(code.substring(0, code.indexOf('.')));
        }
        return own == null ? status : own;
    }

    private static UpstreamFault classify(Answer answer, int status, long retryAfterMs) {
        var message = message(answer.status(), answer.said().message());
        var refusal = refusal(status, answer.said());
        if (refusal != null) {
            return new UpstreamFault.SecretRefused(message, refusal, retryAfterMs, answer);
        }
        if (status >= 500 || status < 400) {
            return new UpstreamFault.ServerFault(message, retryAfterMs, answer);
        }
        return new UpstreamFault.RequestRefused(message, answer);
    }

    private static @Nullable Refusal refusal(int status, UpstreamSaid said) {
        return switch (status) {
            case 400 -> said.outOfMoney() ? Refusal.OUT_OF_MONEY : null;
            case 401 -> said.outOfMoney() ? Refusal.OUT_OF_MONEY : Refusal.UNKNOWN_SECRET;
            case 402 -> Refusal.OUT_OF_MONEY;
            case 403 -> said.outOfMoney() ? Refusal.OUT_OF_MONEY : Refusal.FORBIDDEN;
            case 429 -> said.outOfMoney() ? Refusal.OUT_OF_MONEY : Refusal.RATE;
            default -> null;
        };
    }

    /** For the caller: the header as it came, or what another place says. */
    private static @Nullable String retryAfter(MultiMap headers, long afterMs) {
        var header = headers.get("retry-after");
        return header != null || afterMs == 0 ? header : Long.toString((afterMs + 999) / 1000);
    }

    private static String message(int status, @Nullable String said) {
        if (said == null || said.isBlank()) {
            return "the upstream answered " + status;
        }
        var text = said.length() <= 200 ? said : said.substring(0, 200) + "…";
        return "the upstream answered " + status + ": " + text;
    }
}
