package dev.sluice.dataplane.server;

import dev.sluice.dataplane.config.Edge;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.access.AccessRules;
import dev.sluice.model.access.App;
import dev.sluice.model.access.Cors;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.TokenKind;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.PromptRules;
import dev.sluice.model.route.PromptRules.Instructions;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.secret.AppKeySecret;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds the snapshot of a test in a few words. */
final class TestConfig {
    static final String KEY = "ak_test";

    private final Map<String, Upstream> upstreams = new LinkedHashMap<>();
    private final Map<String, UpstreamModel> models = new LinkedHashMap<>();
    private final Map<String, ModelAlias> aliases = new LinkedHashMap<>();
    private final Map<String, List<OpenSecret>> secrets = new LinkedHashMap<>();
    private final Map<String, KeyEntry> keys = new LinkedHashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private final List<String> trustedProxies = new ArrayList<>();
    private Cors cors = new Cors(List.of());
    private CallPolicies callerPolicies = CallPolicies.NONE;
    private UnknownFields callerFields = UnknownFields.PASS;

    /** An upstream with the secret {@code sk-NAME}, and a model of the same name on it. */
    TestConfig upstream(String name, String json) {
        var upstream =
                SluiceJson.mapper()
                        .readValue("{\"name\":\"" + name + "\"," + json + "}", Upstream.class);
        upstreams.put(name, upstream);
        secrets.put(name, List.of(new OpenSecret("main", "sk-" + name)));
        models.put(
                name,
                new UpstreamModel(
                        name,
                        name,
                        "up-chat",
                        100_000L,
                        null,
                        null,
                        null,
                        null,
                        List.of(
                                new Price(
                                        Instant.EPOCH,
                                        null,
                                        Map.of(
                                                TokenKind.INPUT, new BigDecimal("2.00"),
                                                TokenKind.OUTPUT, new BigDecimal("8.00")),
                                        null)),
                        null));
        return this;
    }

    TestConfig openai(String name, ScriptedUpstream upstream) {
        return upstream(name, "\"provider\":\"openai\",\"baseUrl\":\"" + upstream.url() + "\"");
    }

    /** Another price for a model. */
    TestConfig price(String model, String json) {
        var price =
                SluiceJson.mapper()
                        .readValue("{\"from\":\"1970-01-01T00:00:00Z\"," + json + "}", Price.class);
        models.compute(model, (_, priced) -> priced.withPrices(List.of(price)));
        return this;
    }

    TestConfig instructions(String model, Instructions saidBy) {
        models.compute(
                model,
                (_, was) ->
                        new UpstreamModel(
                                was.name(),
                                was.upstream(),
                                was.upstreamModel(),
                                was.context(),
                                was.maxOutput(),
                                was.quality(),
                                was.tokenizer(),
                                was.billing(),
                                was.prices(),
                                new PromptRules(saidBy)));
        return this;
    }

    TestConfig secrets(String upstream, OpenSecret... own) {
        secrets.put(upstream, List.of(own));
        return this;
    }

    TestConfig alias(String name, String json) {
        aliases.put(
                name,
                SluiceJson.mapper()
                        .readValue("{\"name\":\"" + name + "\"," + json + "}", ModelAlias.class));
        return this;
    }

    /** An alias by priority over models of these names. */
    TestConfig chain(String name, String... targets) {
        var list = new ArrayList<String>();
        for (var target : targets) {
            list.add("{\"model\":\"" + target + "\"}");
        }
        return alias(
                name,
                "\"strategy\":\"priority\",\"maxOutputTokens\":4096,\"targets\":["
                        + String.join(",", list)
                        + "]");
    }

    /** An alias that the key may not call. */
    TestConfig hide(String alias) {
        hidden.add(alias);
        return this;
    }

    /** The pages that may call with keys of the app. */
    TestConfig origins(String... origins) {
        cors = new Cors(List.of(origins));
        return this;
    }

    TestConfig trust(String... networks) {
        trustedProxies.addAll(List.of(networks));
        return this;
    }

    /** What the caller's levels say. */
    TestConfig caller(String policies, UnknownFields unknownFields) {
        callerPolicies = SluiceJson.read(policies, CallPolicies.class);
        callerFields = unknownFields;
        return this;
    }

    TestConfig key(String secret, KeyState state, Instant expires, List<List<String>> cidrs) {
        var allowed = new HashSet<>(aliases.keySet());
        allowed.removeAll(hidden);
        keys.put(
                AppKeySecret.hash(secret),
                new KeyEntry(
                        "id-" + secret,
                        new KeyPath("payments", "bot", "prod", null),
                        List.of(state),
                        List.of(
                                new Tenant("payments", null, AccessRules.NONE),
                                new App("bot", cors, AccessRules.NONE)),
                        ZoneOffset.UTC,
                        allowed,
                        null,
                        expires,
                        cidrs,
                        null,
                        null,
                        callerPolicies,
                        callerFields,
                        List.of()));
        return this;
    }

    Snapshot build() {
        key(KEY, KeyState.ACTIVE, null, List.of());
        var edge = new Edge(trustedProxies, Set.copyOf(cors.origins()));
        return new Snapshot(7, "USD", upstreams, models, aliases, keys, secrets, edge);
    }
}
