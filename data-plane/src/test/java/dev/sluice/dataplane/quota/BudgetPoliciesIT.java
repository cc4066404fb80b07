package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static dev.sluice.dataplane.quota.TestQuota.WORST_NANOS;
import static dev.sluice.dataplane.quota.TestQuota.budgetKey;
import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What budgets do when they are tight or exhausted, and what they hold. */
class BudgetPoliciesIT {
    private static final TestStore STORE = TestStore.shared();

    private TestQuota node;

    @BeforeEach
    void begin() {
        STORE.begin();
        node = new TestQuota("n1", TestStore.sharedUrl());
        node.awaitShared();
    }

    @AfterEach
    void end() {
        node.close();
    }

    private static String budgets(String... each) {
        return "\"budgets\":[" + String.join(",", each) + "]";
    }

    private static String month(long dollars, String more) {
        return "{\"amount\":\"" + dollars + ".00\",\"window\":\"month\"" + more + "}";
    }

    private static final String CLAMP = ",\"onTight\":\"clamp\",\"minOutput\":10";

    private void spend(String rules, long output) throws Exception {
        var before = STORE.amount(budgetKey("t1"), "spent");
        node.settle(node.reserve(plan("t1", rules)), TokenUsage.of(10, output));
        await().until(() ->
                STORE.amount(budgetKey("t1"), "spent") == before + (10 + 10 * output) * DOLLAR);
    }

    @Test
    void clampLowersTheCapToWhatIsLeft() throws Exception {
        var rules = budgets(month(1_000, CLAMP));
        spend(rules, 49);

        var reserved = node.reserve(plan("t1", rules));

        assertThat(reserved.outputCap()).isEqualTo(49);
        assertThat(reserved.warnings())
                .containsExactly(
                        "max_tokens lowered from 90 to 49: more is not left of the budget of app"
                                + " t1/bot");
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(500 * DOLLAR);
        assertThat(node.settle(reserved, TokenUsage.of(10, 60)).cost().nanos())
                .isEqualTo(500 * DOLLAR);
    }

    @Test
    void clampLeavesTheCallsUnderWayTheirHolds() throws Exception {
        var rules = budgets(month(1_300, CLAMP));
        node.reserve(plan("t1", rules));
        var second = node.reserve(plan("t1", rules));
        assertThat(second.outputCap()).isEqualTo(38);
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BUDGET_HELD));
    }

    @Test
    void clampGoesNoLowerThanTheLeastOutput() throws Exception {
        var rules = budgets(month(1_000, ",\"onTight\":\"clamp\",\"minOutput\":50"));
        spend(rules, 49);
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
        var spent = budgets(month(505, CLAMP));
        assertThatThrownBy(() -> node.reserve(plan("t1", spent)))
                .as("the next window's call would be lowered and served")
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.headers()).containsKey("retry-after"));
        var standard = budgets(month(1_000, ",\"onTight\":\"clamp\""));
        assertThatThrownBy(() -> node.reserve(plan("t1", standard)))
                .hasMessageContaining("at most 49 fits now");
    }

    @Test
    void clampFitsEveryLevelAndARejectingOneStillRejects() throws Exception {
        var day = "{\"amount\":\"300.00\",\"window\":\"day\"";
        var reserved = node.reserve(plan("t1", budgets(month(800, CLAMP), day + CLAMP + "}")));
        assertThat(reserved.outputCap()).isEqualTo(29);
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(300 * DOLLAR);
        assertThatThrownBy(() -> node.reserve(plan("t2", budgets(month(800, CLAMP), day + "}"))))
                .isInstanceOf(QuotaRefused.class);
        assertThat(STORE.amount(budgetKey("t2"), "held")).isZero();
    }

    @Test
    void manyClampedCallsAtOnceNeverOverspend() throws Exception {
        var rules = budgets(month(2_000, CLAMP));
        var all = IntStream.range(0, 40).mapToObj(_ -> node.onLoop(plan("t1", rules))).toList();
        var admitted = new ArrayList<ReservedCall>();
        for (var each : all) {
            await().until(each::isComplete);
            if (each.succeeded()) {
                admitted.add(each.result());
            }
        }
        assertThat(admitted).hasSizeGreaterThanOrEqualTo(3);
        assertThat(STORE.amount(budgetKey("t1"), "held")).isLessThanOrEqualTo(2_000 * DOLLAR);
        for (var reserved : admitted) {
            node.settle(reserved, TokenUsage.of(10, 90));
        }
        await().until(() -> STORE.amount(budgetKey("t1"), "held") == 0);
        assertThat(STORE.amount(budgetKey("t1"), "spent")).isLessThanOrEqualTo(2_000 * DOLLAR);
    }

    @Test
    void anExhaustedBudgetNamesTheAliasThatServesInstead() throws Exception {
        var rules =
                "\"aliases\":[\"chat\",\"cheap\"],"
                        + budgets(month(1_000, ",\"onExhausted\":\"degrade:cheap\""));
        node.reserve(plan("t1", rules));
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        held -> {
                            assertThat(held.code()).isEqualTo(ErrorCode.BUDGET_HELD);
                            assertThat(held.degradesTo()).isNull();
                        });
        assertThatThrownBy(() -> node.reserve(plan("t1", rules.replace("1000.00", "900.00"))))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        spent -> assertThat(spent.degradesTo()).isEqualTo("cheap"));
    }

    /** Else whoever may write a budget could give away what the owner was not given. */
    @Test
    void aBudgetLeadsToNoAliasThatItsOwnerMayNotUse() {
        var rules =
                "\"aliases\":[\"chat\"],"
                        + budgets(month(900, ",\"onExhausted\":\"degrade:cheap\""));
        assertThatThrownBy(() -> node.reserve(plan("t1", rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class, spent -> assertThat(spent.degradesTo()).isNull());
    }

    @Test
    void aBudgetCountsTheAliasThatItDegradesToAndLetsItGoOn() throws Exception {
        var rules = budgets(month(100, ",\"onExhausted\":\"degrade:chat\""));
        spend(rules, 80);
        spend(rules, 80);
        assertThat(STORE.amount(budgetKey("t1"), "spent")).isEqualTo(1_620 * DOLLAR);
    }

    @Test
    void theTenantPaysItsOverrunWhereEveryStrictBudgetSaysSo() throws Exception {
        var pays = month(2_000, ",\"overrun\":\"tenant\"");
        var reserved = node.reserve(plan("t1", budgets(pays)));
        assertThat(node.settle(reserved, TokenUsage.of(10, 200)).cost().nanos())
                .isEqualTo(2_010 * DOLLAR);
        var guarded = "{\"amount\":\"2000.00\",\"window\":\"day\"}";
        var both = node.reserve(plan("t2", budgets(pays, guarded)));
        assertThat(node.settle(both, TokenUsage.of(10, 200)).cost().nanos()).isEqualTo(WORST_NANOS);
    }

    @Test
    void anExpectedBudgetHoldsWhatSuchCallsUsuallyUse() throws Exception {
        var rules = budgets(month(100_000, ",\"mode\":\"expected\""));
        assertThat(node.reserve(plan("t1", rules)).hold().facts().expectedOutput()).isNull();
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(WORST_NANOS);
        for (var i = 0; i < 25; i++) {
            spend(rules, 5);
        }

        var reserved = node.reserve(plan("t1", rules));

        assertThat(reserved.hold().facts().expectedOutput()).isEqualTo(6);
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(WORST_NANOS + 70 * DOLLAR);
        assertThat(reserved.outputCap()).isEqualTo(90);
        // What such a call uses beyond it is the tenant's to pay.
        assertThat(node.settle(reserved, TokenUsage.of(10, 80)).cost().nanos())
                .isEqualTo(810 * DOLLAR);
    }

    @Test
    void anExpectedBudgetRefusesWhatIsExpectedNotToFit() throws Exception {
        for (var i = 0; i < 20; i++) {
            spend(budgets(month(2_200, ",\"mode\":\"expected\"")), 5);
        }
        var rules = budgets(month(1_500, ",\"mode\":\"expected\""));
        // 1 200 are spent, 70 are held by each call.
        for (var i = 0; i < 4; i++) {
            node.reserve(plan("t1", rules));
        }
        assertThatThrownBy(() -> node.reserve(plan("t1", rules))).isInstanceOf(QuotaRefused.class);
    }
}
