package dev.sluice.dataplane.upstream.token;

import dev.sluice.dataplane.stage.SharedBytes;
import dev.sluice.dataplane.stage.SharedBytes.Lease;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.secret.SecretSealer;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** What nodes tell each other of tokens, sealed in the shared store. Nothing here ever fails. */
public final class SharedTokens {
    private static final Logger LOG = LoggerFactory.getLogger(SharedTokens.class);

    /** Longer than any question may take. */
    private static final Duration LEASE = Duration.ofSeconds(15);

    private final SharedBytes store;
    private final SecretSealer sealer;

    public SharedTokens(SharedBytes store, SecretSealer sealer) {
        this.store = store;
        this.sealer = sealer;
    }

    Future<@Nullable HeldToken> find(String hash) {
        return read(RedisKeys.token(hash), HeldToken.class);
    }

    /** Completes when others can find it. */
    Future<Void> keep(String hash, HeldToken token, long nowMs) {
        return write(RedisKeys.token(hash), token, token.endsAtMs() - nowMs);
    }

    Future<@Nullable Failure> findFailure(String hash) {
        return read(RedisKeys.tokenFailure(hash), Failure.class);
    }

    Future<Void> keep(String hash, Failure failure, long nowMs) {
        return write(RedisKeys.tokenFailure(hash), failure, failure.untilMs() - nowMs);
    }

    /** The right to ask for a token, for as long as a question takes. */
    Future<Lease> claim(String hash, String owner) {
        return store.claim(RedisKeys.tokenLease(hash), owner, LEASE);
    }

    void giveBack(String hash, String owner) {
        store.giveBack(RedisKeys.tokenLease(hash), owner);
    }

    private Future<Void> write(String key, Object value, long lifeMs) {
        if (lifeMs <= 0) {
            return Future.succeededFuture();
        }
        var plain = SluiceJson.write(value).getBytes(StandardCharsets.UTF_8);
        return store.put(key, sealer.sealBytes(plain, key), Duration.ofMillis(lifeMs));
    }

    private <T> Future<@Nullable T> read(String key, Class<T> type) {
        return store.get(key).map(sealed -> sealed == null ? null : opened(key, sealed, type));
    }

    private <T> @Nullable T opened(String key, byte[] sealed, Class<T> type) {
        try {
            var plain = sealer.openBytes(sealed, key);
            return SluiceJson.read(new String(plain, StandardCharsets.UTF_8), type);
        } catch (IllegalArgumentException | JacksonException foreign) {
            // Its text is not logged: it could hold what was sealed.
            LOG.warn("a shared token cannot be opened: {}", foreign.getClass().getSimpleName());
            return null;
        }
    }
}
