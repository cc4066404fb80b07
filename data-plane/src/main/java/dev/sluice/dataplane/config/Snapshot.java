package dev.sluice.dataplane.config;

import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a node decides by, at one version. Immutable: a call pins one at its birth.
 *
 * @param aliases by name, in the order of the catalogue
 * @param keysByHash every issued key, by the SHA-256 of its secret in lower-case hex
 * @param secrets opened provider credentials by upstream; a secret that could not be opened is
 *     absent
 * @param tariffs by tenant
 */
public record Snapshot(
        long version,
        String currency,
        Map<String, Upstream> upstreams,
        Map<String, UpstreamModel> models,
        Map<String, ModelAlias> aliases,
        Map<String, KeyEntry> keysByHash,
        Map<String, List<OpenSecret>> secrets,
        Edge edge,
        Map<String, Tariff> tariffs) {
    /** One where every tenant pays list prices in the one currency. */
    public Snapshot(
            long version,
            String currency,
            Map<String, Upstream> upstreams,
            Map<String, UpstreamModel> models,
            Map<String, ModelAlias> aliases,
            Map<String, KeyEntry> keysByHash,
            Map<String, List<OpenSecret>> secrets,
            Edge edge) {
        this(version, currency, upstreams, models, aliases, keysByHash, secrets, edge, Map.of());
    }

    /** One whose doors believe no proxy and let no page call. */
    public Snapshot(
            long version,
            String currency,
            Map<String, Upstream> upstreams,
            Map<String, UpstreamModel> models,
            Map<String, ModelAlias> aliases,
            Map<String, KeyEntry> keysByHash,
            Map<String, List<OpenSecret>> secrets) {
        this(version, currency, upstreams, models, aliases, keysByHash, secrets, Edge.NONE);
    }

    /** How a tenant is charged. */
    public Tariff tariffOf(String tenant) {
        var own = tariffs.get(tenant);
        return own != null ? own : Tariff.plain(ExchangeRates.none(currency));
    }

    public @Nullable KeyEntry keyByHash(String hash) {
        return keysByHash.get(hash);
    }

    public List<OpenSecret> secretsOf(String upstream) {
        return secrets.getOrDefault(upstream, List.of());
    }
}
