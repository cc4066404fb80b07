package dev.sluice.dataplane.rehearsal;

import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.access.App;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.secret.AppKeySecret;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The config of the rehearsal: one tenant with limits and strict budgets that nothing reaches. */
final class RehearsalConfig {
    private static final String NAME = "rehearsal";
    private static final String RULES =
            """
            "limits":{"requestsPerMinute":1000000,"tokensPerMinute":1000000000,"concurrent":100},\
            "budgets":[{"amount":"100000.00","window":"month","mode":"strict"}]\
            """;

    private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
    private final Map<String, UpstreamModel> models = new LinkedHashMap<>();
    private final Map<String, ModelAlias> aliases = new LinkedHashMap<>();
    private final Map<String, List<OpenSecret>> secrets = new HashMap<>();

    private RehearsalConfig() {}

    static Snapshot of(String upstreamUrl, String key) {
        var config = new RehearsalConfig();
        for (var provider : Programme.CHATS) {
            config.add(provider, provider, upstreamUrl);
        }
        config.add(Programme.EMBEDDING, "openai", upstreamUrl);
        return config.build(key);
    }

    /** An upstream, and a model and an alias of the same name on it. */
    private void add(String name, String provider, String url) {
        upstreams.put(
                name,
                SluiceJson.read(
                        "{\"name\":\"%s\",\"provider\":\"%s\",\"baseUrl\":\"%s\"}"
                                .formatted(name, provider, url),
                        Upstream.class));
        models.put(
                name,
                SluiceJson.read(
                        """
                        {"name":"%s","upstream":"%s","upstreamModel":"rehearsal","context":128000,\
                        "prices":[{"from":"2020-01-01T00:00:00Z",\
                        "perMillion":{"input":"2.00","output":"8.00"}}]}\
                        """
                                .formatted(name, name),
                        UpstreamModel.class));
        aliases.put(
                name,
                SluiceJson.read(
                        """
                        {"name":"%s","maxOutputTokens":4096,"targets":[{"model":"%s"}]}\
                        """
                                .formatted(name, name),
                        ModelAlias.class));
        secrets.put(name, List.of(new OpenSecret("main", UUID.randomUUID().toString())));
    }

    private Snapshot build(String key) {
        var entry =
                new KeyEntry(
                        UUID.randomUUID().toString(),
                        new KeyPath(NAME, NAME, NAME, null),
                        List.of(KeyState.ACTIVE),
                        List.of(scope(Tenant.class), scope(App.class)),
                        ZoneOffset.UTC,
                        aliases.keySet(),
                        null,
                        null,
                        List.of(),
                        null);
        return new Snapshot(
                1,
                "USD",
                upstreams,
                models,
                aliases,
                Map.of(AppKeySecret.hash(key), entry),
                secrets);
    }

    private static <T> T scope(Class<T> type) {
        return SluiceJson.read("{\"name\":\"" + NAME + "\"," + RULES + "}", type);
    }
}
