package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.health.SecretRing.Refusal;
import dev.sluice.dataplane.upstream.UpstreamFault.Answer;
import dev.sluice.model.route.Dialect;
import io.vertx.core.MultiMap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What an error answer of an upstream means, by its status first and its text second. */
final class FaultClassifier {
    private FaultClassifier() {}

    /** An answer with an error status. */
    static UpstreamFault classify(
            Dialect dialect, int status, MultiMap headers, byte[] body, Instant now) {
        var said = UpstreamErrors.read(body, 0, body.length);
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
        return classify(answer, retryAfterMs);
    }

    /** An error that came inside a 200: the status is the one it stands for, else 502. */
    static UpstreamFault classifyInside(Dialect dialect, UpstreamSaid said, byte[] body) {
        var status = said.status() == 0 ? 502 : said.status();
        return classify(new Answer(dialect, status, "application/json", body, said, null), 0);
    }

    private static UpstreamFault classify(Answer answer, long retryAfterMs) {
        var status = answer.status();
        var message = message(status, answer.said().message());
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
