package dev.sluice.dataplane.cache;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.stage.SharedBytes;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Operation;
import dev.sluice.model.secret.SecretSealer;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Looks answers up and keeps them, for requests that will be answered the same again. */
public final class ResponseCache {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseCache.class);
    private static final int MOST_BYTES = 1024 * 1024;

    private final SharedBytes store;
    private final SecretSealer sealer;

    public ResponseCache(SharedBytes store, SecretSealer sealer) {
        this.store = store;
        this.sealer = sealer;
    }

    /**
     * Where the answer to a call belongs; nowhere where it may not be kept: the alias keeps none,
     * or the request is neither deterministic nor does the caller ask for it.
     */
    public Optional<CacheSlot> slot(RoutePlan plan) {
        var call = plan.call();
        var alias = plan.grant().alias();
        var policy = alias.cache();
        if (policy == null || call.operation() != Operation.CHAT) {
            return Optional.empty();
        }
        var wish = call.wishes().cache();
        if (!wish.keep() && !wish.lookUp()) {
            return Optional.empty();
        }
        try {
            var body = ForeignJson.read(call.body().bytes());
            var asked = wish.ttlSeconds();
            if (asked == null ? !isDeterministic(body) : asked == 0) {
                return Optional.empty();
            }
            var ttl = asked == null ? policy.ttl() : Duration.ofSeconds(asked);
            var key = plan.grant().caller().key();
            var path = key.path();
            var hash =
                    hash(
                            call,
                            List.of(SluiceJson.write(alias), SluiceJson.write(key.policies())),
                            plan.candidates(),
                            scope(policy, path),
                            body);
            return Optional.of(
                    new CacheSlot(
                            RedisKeys.cached(path.tenant(), hash),
                            ttl,
                            wish.lookUp(),
                            wish.keep()));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isDeterministic(JsonNode body) {
        var own = body.path("temperature");
        var temperature = own.isNumber() ? own : body.at("/generationConfig/temperature");
        return temperature.isNumber() && temperature.decimalValue().compareTo(BigDecimal.ZERO) == 0;
    }

    private static String scope(ModelAlias.Cache policy, KeyPath path) {
        return switch (policy.scopeOrDefault()) {
            case TENANT -> path.tenant();
            case APP -> path.tenant() + "/" + path.app();
            case KEY -> path.tenant() + "/" + path.app() + "/" + path.key();
        };
    }

    /**
     * The alias, the caller's policies and the models go in whole: a change is another answer.
     * Gemini's doors differ in how the answer is framed only.
     */
    private static String hash(
            Call call,
            List<String> config,
            List<Candidate> candidates,
            String scope,
            JsonNode body) {
        var hash =
                new RequestHash()
                        .add(scope)
                        .add(call.dialect().text())
                        .add(call.operation().text())
                        .add(call.dialect() == Dialect.GEMINI ? "" : call.door().variant());
        config.forEach(hash::add);
        var models = new TreeMap<String, String>();
        candidates.forEach(candidate ->
                models.put(candidate.model().name(), candidate.model().providerName()));
        models.forEach((name, provider) -> hash.add(name).add(provider));
        new TreeMap<>(call.wishes().dialectHeaders())
                .forEach((name, value) -> hash.add(name).add(value));
        return hash.addBody(body).hex();
    }

    /** The answer that was kept, in the caller's dialect; null where there is none. Never fails. */
    public Future<byte @Nullable []> find(CacheSlot slot) {
        if (!slot.lookUp()) {
            return Future.succeededFuture(null);
        }
        return store.get(slot.key()).map(sealed -> opened(slot, sealed));
    }

    private byte @Nullable [] opened(CacheSlot slot, byte @Nullable [] sealed) {
        try {
            return sealed == null ? null : sealer.openBytes(sealed, slot.key());
        } catch (IllegalArgumentException foreign) {
            LOG.warn("a kept answer cannot be opened: {}", foreign.getMessage());
            return null;
        }
    }

    /** Keeps a complete answer; completes when it can be found, never fails. */
    public Future<Void> keep(CacheSlot slot, byte[] body) {
        return slot.keep() && body.length <= MOST_BYTES
                ? store.put(slot.key(), sealer.sealBytes(body, slot.key()), slot.ttl())
                : Future.succeededFuture();
    }
}
