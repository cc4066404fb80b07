package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static dev.sluice.dataplane.quota.TestQuota.budgetKey;
import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What budgets' policies do while the shared store is away: as far as a node's slices tell. */
class SlicePoliciesIT {
    /** Ten calls of 910 dollars. */
    private static final long SLICE = 9_100 * DOLLAR;

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

    private static String month(String more) {
        return "\"aliases\":[\"chat\",\"cheap\"],\"budgets\":[{\"amount\":\"1000000.00\",\"window\":\"month\""
                + more
                + "}]";
    }

    /** With a slice of ten calls, or with none where the budget is not seen before. */
    private void loseTheStore(String rules) throws Exception {
        node.settle(node.reserve(plan("t1", rules)), TokenUsage.of(10, 0));
        await().atMost(Duration.ofSeconds(10))
                .until(() -> store.amount(budgetKey("t1"), "sliced") == SLICE);
        redis.stop();
        await().until(() -> !node.quota.isShared());
    }

    private void storeIsBack() {
        redis = EmbeddedRedisServer.start(dir, port);
        node.awaitShared();
    }

    @Test
    void clampFitsCallsIntoWhatTheSliceStillCarries() throws Exception {
        var rules = month(",\"onTight\":\"clamp\",\"minOutput\":10");
        loseTheStore(rules);
        for (var i = 0; i < 9; i++) {
            assertThat(node.reserve(plan("t1", rules)).outputCap()).isEqualTo(90);
        }
        // Half a call is given back.
        var half = node.reserve(plan("t1", rules));
        node.settle(half, TokenUsage.of(10, 40));

        var reserved = node.reserve(plan("t1", rules));

        assertThat(reserved.outputCap()).isEqualTo(49);
        assertThat(reserved.warnings())
                .containsExactly(
                        "max_tokens lowered from 90 to 49: more is not left of what this node may"
                                + " spend, while the shared store is away, of the budget of app"
                                + " t1/bot");
        assertThat(node.settle(reserved, TokenUsage.of(10, 80)).cost().nanos())
                .isEqualTo(500 * DOLLAR);
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BUDGET_HELD));
        storeIsBack();
        await().until(() -> store.amount(budgetKey("t1"), "spent") == (10 + 410 + 500) * DOLLAR);
    }

    @Test
    void manyClampedCallsAtOnceSpendNoMoreThanTheSlice() throws Exception {
        var rules = month(",\"onTight\":\"clamp\",\"minOutput\":1");
        loseTheStore(rules);
        var all = IntStream.range(0, 60).mapToObj(_ -> node.onLoop(plan("t1", rules))).toList();
        var admitted = new ArrayList<ReservedCall>();
        for (var each : all) {
            await().until(each::isComplete);
            if (each.succeeded()) {
                admitted.add(each.result());
            }
        }
        assertThat(admitted).hasSizeGreaterThanOrEqualTo(10);
        var held = admitted.stream().mapToLong(it -> it.hold().facts().heldMoney().nanos()).sum();
        assertThat(held).isLessThanOrEqualTo(SLICE);
        for (var reserved : admitted) {
            node.settle(reserved, TokenUsage.of(10, 90));
        }
        storeIsBack();
        await().until(() -> node.quota.unsettled() == 0);
        assertThat(store.amount(budgetKey("t1"), "spent")).isLessThanOrEqualTo(10 * DOLLAR + SLICE);
    }

    @Test
    void aSliceThatIsUsedUpNamesTheAliasThatServesInstead() throws Exception {
        var rules = month(",\"onExhausted\":\"degrade:cheap\"");
        loseTheStore(rules);
        for (var i = 0; i < 10; i++) {
            node.reserve(plan("t1", rules));
        }
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.degradesTo()).isEqualTo("cheap"));
        // A budget of which this node has no slice, and one that its owner closed meanwhile.
        assertThatThrownBy(() -> node.reserve(plan("t2", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.degradesTo()).isEqualTo("cheap"));
        var deny = month(",\"onExhausted\":\"degrade:cheap\",\"onStoreAway\":\"deny\"");
        assertThatThrownBy(() -> node.reserve(plan("t2", deny)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class, refused -> assertThat(refused.degradesTo()).isNull());
    }

    @Test
    void theAliasThatServesInsteadNeedsNoSliceAndIsCounted() throws Exception {
        var degradesHere = month(",\"onExhausted\":\"degrade:chat\"");
        loseTheStore(month(""));
        for (var i = 0; i < 12; i++) {
            node.settle(node.reserve(plan("t1", degradesHere)), TokenUsage.of(10, 90));
        }
        storeIsBack();
        await().until(() -> store.amount(budgetKey("t1"), "spent") == (10 + 12 * 910) * DOLLAR);
    }

    @Test
    void anExhaustedBudgetThatAllowsGoesOnAndCounts() throws Exception {
        var rules = month(",\"onExhausted\":\"allow\"");
        redis.stop();
        await().until(() -> !node.quota.isShared());
        for (var i = 0; i < 12; i++) {
            node.settle(node.reserve(plan("t1", rules)), TokenUsage.of(10, 90));
        }
        storeIsBack();
        await().until(() -> store.amount(budgetKey("t1"), "spent") == 12 * 910 * DOLLAR);
    }
}
