package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static dev.sluice.dataplane.quota.TestQuota.WORST_NANOS;
import static dev.sluice.dataplane.quota.TestQuota.budgetKey;
import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.usage.TokenUsage;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreOutageIT {
    @TempDir Path dir;

    private final int port = Ports.free();
    private EmbeddedRedisServer redis;
    private TestStore store;
    private TestQuota node;

    @BeforeEach
    void begin() {
        redis = EmbeddedRedisServer.start(dir, port);
        store = TestStore.at(redis.uri());
        store.begin();
        node = new TestQuota("n1", redis.uri());
        node.awaitShared();
    }

    @AfterEach
    void end() {
        node.close();
        store.close();
        redis.stop();
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(redis.pid())).start().waitFor();
    }

    private static String budget(String amount, String more) {
        return "\"budgets\":[{\"amount\":\"" + amount + "\",\"window\":\"month\"" + more + "}]";
    }

    /** Enough that a hundredth pays for more than one call. */
    private static final String LARGE = budget("1000000.00", "");

    /** A hundredth pays for no call: there is no slice. */
    private static final String SMALL = budget("50000.00", "");

    private void admitUntilASliceIsTaken(String tenant) throws Exception {
        node.settle(node.reserve(plan(tenant, LARGE)), TokenUsage.of(10, 0));
        await().atMost(Duration.ofSeconds(10))
                .until(() -> store.amount(budgetKey(tenant), "sliced") > 0);
    }

    @Test
    void strictBudgetsSpendTheirSliceAndNoMoreAndAllIsBookedAfterwards() throws Exception {
        admitUntilASliceIsTaken("t1");
        assertThat(store.amount(budgetKey("t1"), "sliced")).isEqualTo(9_100 * DOLLAR);
        redis.stop();
        await().until(() -> !node.quota.isShared());

        for (var i = 0; i < 10; i++) {
            var reserved = node.reserve(plan("t1", LARGE));
            assertThat(reserved.hold().facts().mode()).isEqualTo("local");
            node.settle(reserved, TokenUsage.of(10, 90));
        }
        assertThatThrownBy(() -> node.reserve(plan("t1", LARGE)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BUDGET_HELD));

        redis = EmbeddedRedisServer.start(dir, port);
        node.awaitShared();
        await().until(() ->
                store.amount(budgetKey("t1"), "spent") == 10 * DOLLAR + 10 * WORST_NANOS);
        assertThat(store.amount(budgetKey("t1"), "held")).isZero();
    }

    @Test
    void withoutASliceAStrictBudgetAdmitsNothingWhileOthersGoOn() throws Exception {
        redis.stop();
        await().until(() -> !node.quota.isShared());
        assertThatThrownBy(() -> node.reserve(plan("t1", budget("2000.00", ""))))
                .isInstanceOf(QuotaRefused.class);
        assertThatThrownBy(() ->
                        node.reserve(
                                plan(
                                        "t1",
                                        budget(
                                                "2000.00",
                                                ",\"mode\":\"soft\",\"onStoreAway\":\"deny\""))))
                .hasMessageContaining("takes no calls while the shared store is away");
        node.settle(
                node.reserve(plan("t1", budget("2000.00", ",\"mode\":\"soft\""))),
                TokenUsage.of(10, 1));
        node.settle(
                node.reserve(plan("t1", budget("2000.00", ",\"onStoreAway\":\"allow\""))),
                TokenUsage.of(10, 2));

        redis = EmbeddedRedisServer.start(dir, port);
        await().until(() -> store.amount(budgetKey("t1"), "spent") == 50 * DOLLAR);
    }

    @Test
    void ratesGoOnByTheNodesShare() throws Exception {
        redis.stop();
        await().until(() -> !node.quota.isShared());
        var rules = "\"limits\":{\"requestsPerMinute\":12}";
        node.settle(node.reserve(plan("t1", rules)), TokenUsage.NONE);
        node.settle(node.reserve(plan("t1", rules)), TokenUsage.NONE);
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        GatewayFailure.class,
                        refused ->
                                assertThat(refused.code())
                                        .isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED));
    }

    @Test
    void aStoreThatStallsCostsAFewCallsTheirPatienceAndNobodyMore() throws Exception {
        var rules = "\"limits\":{\"requestsPerMinute\":600000}";
        var open = node.reserve(plan("t1", rules));
        signal("STOP");
        try {
            for (var i = 0; i < 4; i++) {
                var began = System.nanoTime();
                node.settle(node.reserve(plan("t1", rules)), TokenUsage.NONE);
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .isLessThan(Duration.ofMillis(1_500));
            }
            assertThat(node.quota.isShared()).isFalse();
            var began = System.nanoTime();
            node.settle(node.reserve(plan("t1", rules)), TokenUsage.NONE);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofMillis(150));
        } finally {
            signal("CONT");
        }
        node.awaitShared();
        node.settle(open, TokenUsage.NONE);
        await().until(() -> node.quota.unsettled() == 0);
        await().until(() -> store.commands().zcard(RedisKeys.holds("t1")) == 0);
    }

    /** On a machine that is itself stalled a moment may last too long: then once more. */
    @Test
    void aStallOfAMomentRefusesNobody() throws Exception {
        node.settle(node.reserve(plan("t1", SMALL)), TokenUsage.of(10, 1));
        await().atMost(Duration.ofMinutes(1)).until(this::aStallIsWaitedOut);
        await().until(() -> store.amount(budgetKey("t1"), "held") == 0);
    }

    private boolean aStallIsWaitedOut() throws Exception {
        node.awaitShared();
        signal("STOP");
        List<Future<ReservedCall>> calls;
        try {
            calls = IntStream.range(0, 8).mapToObj(_ -> node.onLoop(plan("t1", SMALL))).toList();
            await().pollInterval(Duration.ofMillis(5)).until(() -> !node.quota.isShared());
        } finally {
            signal("CONT");
        }
        await().until(() -> calls.stream().allMatch(Future::isComplete));
        for (var call : calls) {
            if (call.succeeded()) {
                node.settle(call.result(), TokenUsage.of(10, 1));
            }
        }
        return calls.stream().allMatch(Future::succeeded);
    }

    @Test
    void afterAFlushTheLedgersFiguresAndTheNodesHoldsAreBothThere() throws Exception {
        var rules = budget("2000.00", "");
        var open = node.reserve(plan("t1", rules));
        node.settle(node.reserve(plan("t1", rules)), TokenUsage.of(10, 4));
        await().until(() -> store.amount(budgetKey("t1"), "spent") == 50 * DOLLAR);
        store.commands().flushall();

        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.httpStatus()).isEqualTo(429));
        assertThat(node.quota.isShared()).isFalse();

        // The ledger knows of 100 USD; the call of a moment ago has not reached it.
        store.run(
                ScriptCall.rebuild(
                        "t1",
                        "e2",
                        List.of(
                                new ScriptCall.BookedWindow(
                                        budgetKey("t1"), 100 * DOLLAR, 4_102_444_800L)),
                        List.of()));
        store.commands().set(RedisKeys.EPOCH, "e2");
        node.awaitShared();

        assertThat(store.amount(budgetKey("t1"), "spent")).isEqualTo(150 * DOLLAR);
        assertThat(store.amount(budgetKey("t1"), "held")).isEqualTo(WORST_NANOS);
        node.settle(open, TokenUsage.of(10, 0));
        await().until(() -> store.amount(budgetKey("t1"), "spent") == 160 * DOLLAR);
        await().until(() -> store.amount(budgetKey("t1"), "held") == 0);
    }
}
