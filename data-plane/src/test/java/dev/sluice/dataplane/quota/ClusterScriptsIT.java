package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.quota.NodeCalls.Admission;
import dev.sluice.dataplane.quota.NodeCalls.Carried;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.quota.SweptReservation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every script against a server in cluster mode, which refuses keys of two slots. */
class ClusterScriptsIT {
    private static final String TENANT = "acme";
    private static final int SLOTS = 16_384;
    private static final Instant WINDOW_END = Instant.parse("2100-01-01T00:00:00Z");
    private static final List<String> LEVELS =
            List.of("acme", "acme/bot", "acme/bot/prod", "acme/bot/prod/alice");

    @TempDir Path dir;

    private EmbeddedRedisServer redis;
    private TestStore store;

    @BeforeEach
    void begin() {
        redis = EmbeddedRedisServer.startClusterNode(dir, Ports.free());
        store = TestStore.at(redis.uri());
        store.commands().clusterAddSlots(IntStream.range(0, SLOTS).toArray());
        await().until(() -> store.commands().clusterInfo().contains("cluster_state:ok"));
        store.begin(TENANT);
    }

    @AfterEach
    void end() {
        store.close();
        redis.stop();
    }

    private static List<Rule> everyLevel() {
        var rules = new ArrayList<Rule>();
        var budget =
                new Budget(
                        new Money(1_000_000),
                        null,
                        BudgetWindow.MONTH,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        for (var level : LEVELS) {
            rules.add(
                    new Rule.Spend(
                            RedisKeys.budget(TENANT, level, budget.id(), Instant.EPOCH),
                            "level " + level,
                            budget,
                            100,
                            true,
                            WINDOW_END));
            for (var place : List.of(level, level + ":ip:10.0.0.1")) {
                rules.add(
                        new Rule.Rate(
                                RedisKeys.requestRate(TENANT, place), place, false, 600, 100, 1));
                rules.add(
                        new Rule.Rate(
                                RedisKeys.tokenRate(TENANT, place),
                                place,
                                true,
                                60_000,
                                10_000,
                                9));
                rules.add(new Rule.Concurrency(RedisKeys.concurrency(TENANT, place), place, 100));
            }
        }
        return rules;
    }

    private UUID admit(List<Rule> rules) {
        var id = UUID.randomUUID();
        var admission =
                new Admission(
                        id, TENANT, 0, 60_000, TestStore.EPOCH, "k1", "n1", "{}", true, rules);
        assertThat(store.run(NodeCalls.admit(admission)).getFirst()).isEqualTo("ok");
        return id;
    }

    @Test
    void scriptsOfATenantStayInItsSlot() {
        var rules = everyLevel();
        var settledId = admit(rules);
        var hold = Holds.of(settledId, TENANT, rules);
        assertThat(store.run(NodeCalls.raise(hold, 0, 7)).getFirst()).isEqualTo("ok");
        store.run(NodeCalls.renew(TENANT, 60_000, List.of(new Carried(settledId, 5, 5, 5))));
        var settled = new OpenHolds.Settled(settledId, TENANT, TestStore.EPOCH, rules, 50, 9, 9, 0);
        assertThat(store.run(NodeCalls.settle(settled, "")).getFirst()).isEqualTo("held");
        store.run(NodeCalls.release(TENANT, admit(rules), rules));
        admit(rules);
        for (var id : store.commands().zrange(RedisKeys.holds(TENANT), 0, -1)) {
            store.commands().zadd(RedisKeys.holds(TENANT), 1, id);
        }
        var swept =
                SweptReservation.listOf(store.run(ScriptCall.sweep(TENANT, 100, Duration.ZERO)));
        assertThat(swept).hasSize(1);
        store.run(ScriptCall.forget(TENANT, List.of(swept.getFirst().id())));
        store.run(ScriptCall.forgetReceipts(TENANT, List.of(settledId)));
        store.run(
                ScriptCall.rebuild(
                        TENANT,
                        TestStore.EPOCH,
                        List.of(
                                new ScriptCall.BookedWindow(
                                        rules.getFirst().key(), 900, 4_102_444_800L)),
                        List.of(UUID.randomUUID())));
        assertThat(store.amount(rules.getFirst().key(), "spent")).isEqualTo(900);

        var slots = new HashSet<Long>();
        store.commands()
                .keys("sluice:{*")
                .forEach(key -> slots.add(store.commands().clusterKeyslot(key)));
        assertThat(slots).containsExactly(store.commands().clusterKeyslot("{" + TENANT + "}"));
    }

    @Test
    void limitsOfAttemptsShareASlot() {
        var rules =
                List.<Rule>of(
                        new Rule.Rate(
                                RedisKeys.attemptTokenRate("upstream/u"), "u", true, 600, 100, 9),
                        new Rule.Concurrency(RedisKeys.attemptConcurrency("alias/a"), "a", 5));
        var id = UUID.randomUUID();
        assertThat(store.run(NodeCalls.take(id, 0, 60_000, rules)).getFirst()).isEqualTo("ok");
        store.run(NodeCalls.give(id, rules, 4));
        assertThat(store.commands().zcard(RedisKeys.attemptConcurrency("alias/a"))).isZero();
    }

    /** Else the tests above would show nothing. */
    @Test
    void keysOfTwoTenantsAreRefused() {
        var mixed = new ArrayList<>(everyLevel());
        mixed.add(new Rule.Concurrency(RedisKeys.concurrency("other", "other"), "other", 5));
        assertThatThrownBy(() -> admit(mixed)).hasMessageContaining("CROSSSLOT");
    }
}
