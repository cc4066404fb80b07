package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreBytes;
import dev.sluice.dataplane.upstream.token.ExchangedTokens;
import dev.sluice.dataplane.upstream.token.NoToken;
import dev.sluice.dataplane.upstream.token.SharedTokens;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.secret.SecretSealer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** What a node has to exchange secrets with, over a real Redis. */
final class TokenNode implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final RedisQuotaStore store;
    private final Credentials credentials;
    final ExchangedTokens tokens;
    final List<String> outcomes = new CopyOnWriteArrayList<>();
    private final UpstreamTargets targets = new UpstreamTargets();

    TokenNode(String redisUrl, SecretSealer sealer, InstantSource clock) {
        store = new RedisQuotaStore(vertx, redisUrl);
        var shared = new SharedTokens(new StoreBytes(store), sealer);
        tokens = new ExchangedTokens(vertx, shared, clock, RandomGenerator.getDefault());
        var quirks = new TargetQuirks(tokens, (upstream, outcome) -> outcomes.add(outcome));
        credentials = new Credentials(new UpstreamClient(vertx), quirks, clock);
    }

    boolean isShared() {
        return store.isUp();
    }

    static Upstream upstream(String tokenUrl) {
        return SluiceJson.read(
                "{\"name\":\"up\",\"provider\":\"azure-openai\",\"baseUrl\":\"http://h\","
                        + "\"credentials\":{\"type\":\"oauth-client\",\"tokenUrl\":\""
                        + tokenUrl
                        + "\"}}",
                Upstream.class);
    }

    Future<String> ask(Upstream upstream, String secret) {
        var address = targets.of(upstream).getFirst();
        return credentials
                .shown(upstream, address, new OpenSecret("main", secret))
                .map(Credentials.Shown::secret);
    }

    /** Waits for it; fails with what it fails with. */
    static String got(Future<String> token) throws Exception {
        try {
            return token.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof NoToken none ? none : failed;
        }
    }

    @Override
    public void close() {
        store.close();
        vertx.close();
    }
}
