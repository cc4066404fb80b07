package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.upstream.provider.Providers;
import dev.sluice.dataplane.upstream.provider.auth.Authorizer;
import dev.sluice.dataplane.upstream.provider.auth.Exchanges;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.dataplane.upstream.token.ExchangedTokens;
import dev.sluice.dataplane.upstream.token.ExchangedTokens.Wanted;
import dev.sluice.dataplane.upstream.token.HeldToken;
import dev.sluice.dataplane.upstream.token.NoToken;
import dev.sluice.dataplane.upstream.token.NoToken.Why;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is shown to a provider: the configured secret, or what it is exchanged for. */
final class Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);

    private final UpstreamClient client;
    private final ExchangedTokens tokens;
    private final TokenWatch watch;
    private final InstantSource clock;

    Credentials(UpstreamClient client, TargetQuirks quirks, InstantSource clock) {
        this.client = client;
        this.tokens = quirks.tokens();
        this.watch = quirks.watch();
        this.clock = clock;
    }

    /**
     * A secret or token, and how it is shown.
     *
     * @param wanted names the token; null for a secret that is shown itself
     */
    record Shown(
            String secret,
            Authorizer authorizer,
            @Nullable TokenExchange exchange,
            @Nullable Wanted wanted) {
        @Override
        public String toString() {
            return "Shown";
        }
    }

    /** Whose secret is to be shown, and where. */
    private record Place(Upstream upstream, UpstreamAddress address, OpenSecret secret) {}

    /**
     * Completed at once where nothing is to be exchanged; completes on the caller's loop, or fails
     * with {@link NoToken}.
     */
    Future<Shown> shown(Upstream upstream, UpstreamAddress address, OpenSecret secret) {
        var provider = Providers.find(upstream.provider());
        if (provider == null) {
            throw new IllegalStateException("a secret for an unusable upstream");
        }
        var source = upstream.credentials();
        var exchange = source == null ? provider.exchange() : Exchanges.of(source);
        if (exchange == null || (source == null && !exchange.isNeeded(secret.value()))) {
            return Future.succeededFuture(
                    new Shown(secret.value(), provider.authorizer(), null, null));
        }
        var place = new Place(upstream, address, secret);
        var wanted =
                new Wanted(
                        SluiceJson.write(exchange.source()) + exchange.place(address.root()),
                        secret.value());
        var token = tokens.get(wanted, () -> fetch(exchange, place));
        var authorizer = exchange.authorizer(provider.authorizer());
        return (token.isComplete() ? token : onThisLoop(token))
                .map(held -> new Shown(held.value(), authorizer, exchange, wanted));
    }

    /** Another loop may have asked: its answer comes there. */
    private static Future<HeldToken> onThisLoop(Future<HeldToken> token) {
        var context = Vertx.currentContext();
        if (context == null) {
            return token;
        }
        var here = Promise.<HeldToken>promise();
        token.onComplete(done ->
                context.runOnContext(ignored -> {
                    if (done.succeeded()) {
                        here.complete(done.result());
                    } else {
                        here.fail(done.cause());
                    }
                }));
        return here.future();
    }

    private Future<HeldToken> fetch(TokenExchange exchange, Place place) {
        var now = clock.instant();
        Future<HeldToken> asked;
        try {
            asked =
                    client.post(exchange.ask(place.address().root(), place.secret().value(), now))
                            .map(answer -> read(exchange, answer, now));
        } catch (RuntimeException unfit) {
            asked = Future.failedFuture(new NoToken(Why.UNFIT));
        }
        return asked.onComplete(
                got -> told(place, "token"), failure -> tellOfFailure(place, failure));
    }

    private static HeldToken read(
            TokenExchange exchange, UpstreamClient.SmallAnswer answer, Instant now) {
        var status = answer.status();
        if (status == 408 || status == 429 || status >= 500) {
            throw new NoToken(Why.FAULTY);
        }
        if (status >= 400) {
            throw new NoToken(Why.REFUSED);
        }
        TokenExchange.Token token = null;
        try {
            token = status < 300 ? exchange.read(answer.body(), now) : null;
        } catch (RuntimeException unreadable) {
            LOG.debug("unreadable: {}", unreadable.getClass().getSimpleName());
        }
        if (token == null) {
            throw new NoToken(Why.ODD);
        }
        var fetchedAt = now.toEpochMilli();
        return new HeldToken(token.value(), fetchedAt, fetchedAt + token.lifeSeconds() * 1000);
    }

    /** Neither the answer nor the question is told: both may hold secrets. */
    private void tellOfFailure(Place place, Throwable failure) {
        var none = NoToken.of(failure);
        var cause = failure instanceof NoToken ? "" : " " + failure.getClass().getSimpleName();
        LOG.warn(
                "upstream '{}', secret '{}': {}{}",
                place.upstream().name(),
                place.secret().name(),
                none.words(),
                cause);
        told(place, none.why().name().toLowerCase(Locale.ROOT));
    }

    private void told(Place place, String outcome) {
        watch.asked(place.upstream().name(), outcome);
    }

    /**
     * A fault as it is to be taken: where it says that a token is over, which was good before,
     * another one may do.
     */
    UpstreamFault learnFrom(@Nullable Shown shown, UpstreamFault fault) {
        if (shown == null || shown.exchange() == null) {
            return fault;
        }
        var answer =
                switch (fault) {
                    case UpstreamFault.SecretRefused refused -> refused.answer();
                    case UpstreamFault.ServerFault server -> server.answer();
                    case UpstreamFault.RequestRefused refused -> refused.answer();
                    default -> null;
                };
        if (answer == null || !shown.exchange().isOver(answer.status(), answer.said().code())) {
            return fault;
        }
        return tokens.refused(Objects.requireNonNull(shown.wanted()), shown.secret())
                ? new UpstreamFault.ServerFault(fault.message(), 0, answer.as(503))
                : fault;
    }
}
