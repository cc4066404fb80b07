package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.usage.TokenUsage;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of limit at every level, alone and for each client address, acts and says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitCombinationsIT {
    private static final TestStore STORE = TestStore.shared();
    private static final List<String> LEVELS = List.of("tenant", "app", "key", "sub-key");
    private static final List<String> PATHS =
            List.of("t1", "t1/bot", "t1/bot/prod", "t1/bot/prod/alice");

    /** One call of 100 tokens fits, a second does not; each for six seconds. */
    private static final String REQUESTS = "\"requestsPerMinute\":10,\"requestsBurst\":1";

    private static final String TOKENS = "\"tokensPerMinute\":1000,\"tokensBurst\":100";
    private static final String PLACES = "\"concurrent\":1";

    private TestQuota node;

    @BeforeAll
    void open() {
        STORE.begin();
        node = new TestQuota("n1", TestStore.sharedUrl());
        node.awaitShared();
    }

    @AfterAll
    void close() {
        node.close();
    }

    @BeforeEach
    void begin() {
        for (var key : STORE.commands().keys("sluice:{*rate:*")) {
            STORE.commands().del(key);
        }
    }

    static Stream<Arguments> tenantsSide() {
        return LEVELS.stream()
                .flatMap(level ->
                        Stream.of(REQUESTS, TOKENS, PLACES)
                                .flatMap(limit ->
                                        Stream.of(
                                                Arguments.of(level, limit, false),
                                                Arguments.of(level, limit, true))));
    }

    static Stream<Arguments> attempts() {
        return Stream.of("upstream", "alias")
                .flatMap(word ->
                        Stream.of(REQUESTS, TOKENS, PLACES)
                                .flatMap(limit ->
                                        Stream.of(
                                                Arguments.of(word, limit, false),
                                                Arguments.of(word, limit, true))));
    }

    /** Addresses cannot be limited in bursts of their own: a sixth of the figure, at least one. */
    private static String limits(String limit, boolean perAddress) {
        var own =
                limit.replace(
                                "\"requestsPerMinute\":10,\"requestsBurst\":1",
                                "\"requestsPerMinute\":6")
                        .replace(
                                "\"tokensPerMinute\":1000,\"tokensBurst\":100",
                                "\"tokensPerMinute\":600");
        return "\"limits\":{" + (perAddress ? "\"perIp\":{" + own + "}" : limit) + "}";
    }

    private static RoutePlan plan(
            String level, String rules, String address, String ofUpstream, String ofAlias) {
        var mapper = SluiceJson.mapper();
        var any = TestQuota.plan("t1", "\"aliases\":[\"chat\"]");
        var scopes = new ArrayList<Scope>();
        for (var each : LEVELS) {
            var json = "{\"name\":\"%s\"" + (each.equals(level) ? "," + rules : "") + "}";
            scopes.add(
                    switch (each) {
                        case "tenant" -> mapper.readValue(json.formatted("t1"), Tenant.class);
                        case "app" -> mapper.readValue(json.formatted("bot"), App.class);
                        case "key" -> mapper.readValue(json.formatted("prod"), AppKey.class);
                        default -> mapper.readValue(json.formatted("alice"), SubKey.class);
                    });
        }
        var key =
                new KeyEntry(
                        "key-1",
                        new KeyPath("t1", "bot", "prod", "alice"),
                        List.of(KeyState.ACTIVE, KeyState.ACTIVE),
                        scopes,
                        ZoneOffset.UTC,
                        Set.of("chat"),
                        null,
                        null,
                        List.of(),
                        null);
        var upstream =
                mapper.readValue(
                        "{\"name\":\"u\",\"provider\":\"openai\"" + ofUpstream + "}",
                        Upstream.class);
        var alias =
                mapper.readValue(
                        "{\"name\":\"chat\",\"targets\":[{\"model\":\"m\"}]" + ofAlias + "}",
                        ModelAlias.class);
        var grant = new Grant(any.call(), new Caller(key, address), alias);
        var model = any.candidates().getFirst().model();
        return new RoutePlan(
                grant, List.of(new Candidate(alias, model, upstream, "only")), 90L, List.of());
    }

    @ParameterizedTest
    @MethodSource("tenantsSide")
    void actsAndSaysWhenToComeBack(String level, String limit, boolean perAddress)
            throws Exception {
        var rules = limits(limit, perAddress);
        var first = node.reserve(plan(level, rules, "10.0.0.1", "", ""));
        var unit = limit.equals(REQUESTS) ? "requests" : "tokens";
        var figure =
                perAddress ? (limit.equals(TOKENS) ? 600 : 6) : limit.equals(TOKENS) ? 1_000 : 10;
        if (!limit.equals(PLACES)) {
            var used = limit.equals(TOKENS) ? 100 : 1;
            var seconds = perAddress ? 10 : 6;
            assertThat(first.rateHeaders())
                    .containsEntry("x-ratelimit-limit-" + unit, Integer.toString(figure))
                    .containsEntry("x-ratelimit-remaining-" + unit, Integer.toString(figure - used))
                    .containsEntry("x-ratelimit-reset-" + unit, seconds + "s");
        }

        assertThatThrownBy(() -> node.reserve(plan(level, rules, "10.0.0.1", "", "")))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> {
                            var owner = level + " " + PATHS.get(LEVELS.indexOf(level));
                            assertThat(refused)
                                    .hasMessageContaining(
                                            perAddress
                                                    ? "client address 10.0.0.1 at " + owner
                                                    : owner);
                            if (limit.equals(PLACES)) {
                                assertThat(refused.headers()).containsEntry("retry-after", "1");
                            } else {
                                assertThat(refused.headers())
                                        .containsEntry("retry-after", perAddress ? "10" : "6")
                                        .containsEntry(
                                                "x-ratelimit-limit-" + unit,
                                                Integer.toString(figure))
                                        .containsEntry("x-ratelimit-remaining-" + unit, "0");
                            }
                        });
        var elsewhere = plan(level, rules, "10.0.0.2", "", "");
        if (perAddress) {
            node.settle(node.reserve(elsewhere), TokenUsage.of(10, 90));
        } else {
            assertThatThrownBy(() -> node.reserve(elsewhere)).isInstanceOf(QuotaRefused.class);
        }
        node.settle(first, TokenUsage.of(10, 90));
        await().until(() -> STORE.commands().keys("sluice:{t1}:busy:*").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void actsForEachAttempt(String word, String limit, boolean perAddress) throws Exception {
        var rules = "," + limits(limit, perAddress);
        var upstream = word.equals("upstream") ? rules : "";
        var alias = word.equals("alias") ? rules : "";
        var first = entered(upstream, alias, "10.0.0.1", true);
        var second = entered(upstream, alias, "10.0.0.1", false);
        var other = entered(upstream, alias, "10.0.0.2", perAddress);
        for (var each : List.of(first, second, other)) {
            node.settle(each, TokenUsage.of(10, 90));
        }
        await().until(() -> STORE.commands().keys("sluice:{attempts}:busy:*").isEmpty());
    }

    private ReservedCall entered(String ofUpstream, String ofAlias, String address, boolean may)
            throws Exception {
        var plan = plan("none", "", address, ofUpstream, ofAlias);
        var reserved = node.reserve(plan);
        var entered = node.quota.reserver().enter(reserved, plan.candidates().getFirst());
        assertThat(TestQuota.await(entered)).isEqualTo(may);
        return reserved;
    }
}
