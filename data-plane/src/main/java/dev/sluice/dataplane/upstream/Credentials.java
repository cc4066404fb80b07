package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.upstream.provider.Provider;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange.Token;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What is shown to a provider: the configured secret, or what it is exchanged for. */
final class Credentials {
    private final UpstreamClient client;
    private final ExchangedTokens tokens;
    private final InstantSource clock;

    Credentials(UpstreamClient client, ExchangedTokens tokens, InstantSource clock) {
        this.client = client;
        this.tokens = tokens;
        this.clock = clock;
    }

    /** Completed at once where nothing is to be exchanged; completes on the caller's loop. */
    Future<String> shown(Provider provider, UpstreamAddress address, String secret) {
        var exchange = provider.exchange();
        if (exchange == null || !exchange.isNeeded(secret)) {
            return Future.succeededFuture(secret);
        }
        var now = clock.instant().getEpochSecond();
        var token =
                tokens.get(
                        exchange,
                        address.root(),
                        secret,
                        now,
                        () -> fetch(exchange, address, secret, now));
        return token.isComplete() ? token : onThisLoop(token);
    }

    /** Another loop may have asked: its answer comes there. */
    private static Future<String> onThisLoop(Future<String> token) {
        var context = Vertx.currentContext();
        if (context == null) {
            return token;
        }
        var here = Promise.<String>promise();
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

    private Future<Token> fetch(
            TokenExchange exchange, UpstreamAddress address, String secret, long now) {
        try {
            var ask = exchange.ask(address.root(), secret, now);
            return client.post(ask.url(), ask.form()).compose(answer -> read(exchange, answer));
        } catch (RuntimeException unusable) {
            return Future.failedFuture(unusable);
        }
    }

    private static Future<Token> read(TokenExchange exchange, String answer) {
        Token token;
        try {
            token = exchange.read(new JsonObject(answer));
        } catch (DecodeException noJson) {
            token = null;
        }
        return token == null
                ? Future.failedFuture(new IllegalStateException("the answer holds no access token"))
                : Future.succeededFuture(token);
    }

    /** The provider no longer takes what a secret was exchanged for: it is exchanged again. */
    void learnFrom(@Nullable Provider provider, UpstreamSaid said) {
        var exchange = provider == null ? null : provider.exchange();
        if (exchange != null && said.code() != null && exchange.isOver(said.code())) {
            tokens.forget(exchange);
        }
    }
}
