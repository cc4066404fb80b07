package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.upstream.provider.auth.TokenExchange;
import dev.sluice.dataplane.upstream.provider.auth.TokenExchange.Token;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that secrets were exchanged for; shared by a node's event loops. A token is fetched once
 * however many calls want it, and again ahead of its end while the old one still serves.
 */
final class ExchangedTokens {
    /** A token is fetched again when less than this part of its life is left. */
    private static final int AHEAD_PART = 10;

    private record Key(TokenExchange exchange, String root, String secret) {}

    private record Held(Token token, long fetchedAtSeconds) {
        long leftSeconds(long now) {
            return fetchedAtSeconds + token.lifeSeconds() - now;
        }
    }

    private final Map<Key, Held> held = new ConcurrentHashMap<>();
    private final Map<Key, Future<Token>> underWay = new ConcurrentHashMap<>();

    /**
     * The token to show.
     *
     * @param fetch asks the provider; only called where no other call has asked already
     */
    Future<String> get(
            TokenExchange exchange,
            String root,
            String secret,
            long nowSeconds,
            Supplier<Future<Token>> fetch) {
        var key = new Key(exchange, root, secret);
        var have = held.get(key);
        if (have == null || have.leftSeconds(nowSeconds) <= 0) {
            return fetchOnce(key, nowSeconds, fetch).map(Token::value);
        }
        if (have.leftSeconds(nowSeconds) < have.token().lifeSeconds() / AHEAD_PART) {
            fetchOnce(key, nowSeconds, fetch);
        }
        return Future.succeededFuture(have.token().value());
    }

    private Future<Token> fetchOnce(Key key, long nowSeconds, Supplier<Future<Token>> fetch) {
        var promise = Promise.<Token>promise();
        var other = underWay.putIfAbsent(key, promise.future());
        if (other != null) {
            return other;
        }
        fetch.get()
                .onComplete(done -> {
                    if (done.succeeded()) {
                        held.put(key, new Held(done.result(), nowSeconds));
                    }
                    underWay.remove(key);
                    complete(promise, done.result(), done.cause());
                });
        return promise.future();
    }

    private static void complete(
            Promise<Token> promise, @Nullable Token token, @Nullable Throwable cause) {
        if (token != null) {
            promise.complete(token);
        } else {
            promise.fail(cause == null ? new IllegalStateException("no token") : cause);
        }
    }

    /** The provider no longer takes one of them. */
    void forget(TokenExchange exchange) {
        held.keySet().removeIf(key -> key.exchange().equals(exchange));
    }
}
