package dev.sluice.dataplane.server;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.UpstreamReply;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.relay.BodyCollector;
import dev.sluice.dataplane.relay.BodyCollector.Collected;
import dev.sluice.dataplane.upstream.Exchange;
import dev.sluice.dataplane.upstream.UpstreamSender;
import dev.sluice.model.route.Dialect;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Asks the upstream that would be called how many tokens a request of its own dialect has. */
final class CountInquiry {
    private static final int MOST_BYTES = 64 * 1024;
    private static final long CONNECT_MS = 1_000;
    private static final long PATIENCE_MS = 5_000;
    private static final Set<Integer> NO_SUCH_THING = Set.of(404, 405, 501);

    private final Vertx vertx;
    private final UpstreamSender sender;
    private final SecretRing secrets;

    CountInquiry(Vertx vertx, UpstreamSender sender, SecretRing secrets) {
        this.vertx = vertx;
        this.sender = sender;
        this.secrets = secrets;
    }

    /** The upstream's own answer; null where it cannot tell, for whatever reason. Never fails. */
    Future<byte @Nullable []> ask(RoutePlan plan) {
        var candidate = plan.candidates().getFirst();
        var upstream = candidate.upstream().name();
        var all = plan.call().snapshot().secretsOf(upstream);
        var secret = secrets.next(upstream, all, Set.of(), false);
        var exchange =
                sender.unusable(candidate) != null
                                || (secret == null && sender.needsSecret(candidate))
                        ? null
                        : sender.count(plan.call(), candidate, secret, CONNECT_MS);
        return exchange == null
                ? Future.succeededFuture(null)
                : answer(exchange, candidate, plan.call().dialect());
    }

    private Future<byte @Nullable []> answer(
            Exchange exchange, Candidate candidate, Dialect dialect) {
        var told = Promise.<byte @Nullable []>promise();
        var timer = vertx.setTimer(PATIENCE_MS, ignored -> told.tryComplete(null));
        exchange.reply()
                .compose(reply -> body(reply, candidate))
                .onComplete(came ->
                        told.tryComplete(came.succeeded() ? count(came.result(), dialect) : null));
        return told.future()
                .onSuccess(body -> {
                    vertx.cancelTimer(timer);
                    if (body == null) {
                        exchange.cancel();
                    }
                });
    }

    private Future<Collected> body(UpstreamReply reply, Candidate candidate) {
        if (reply.status() == 200) {
            return BodyCollector.collect(reply, MOST_BYTES);
        }
        if (NO_SUCH_THING.contains(reply.status())) {
            sender.countsNothing(candidate);
        }
        return Future.failedFuture("status " + reply.status());
    }

    /** Null where it holds none. */
    private static byte @Nullable [] count(Collected body, Dialect dialect) {
        try {
            var field = dialect == Dialect.GEMINI ? "totalTokens" : "input_tokens";
            var count = ForeignJson.read(body.bytes()).path(field);
            return body.whole() && count.isIntegralNumber() && count.asLong() >= 0
                    ? body.bytes()
                    : null;
        } catch (JacksonException broken) {
            return null;
        }
    }
}
