package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.DOLLAR;
import static dev.sluice.dataplane.quota.TestQuota.MODEL;
import static dev.sluice.dataplane.quota.TestQuota.WORST_NANOS;
import static dev.sluice.dataplane.quota.TestQuota.budgetKey;
import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What budgets do with calls that have no price. */
class UnpriceableIT {
    private static final TestStore STORE = TestStore.shared();
    private static final String UPSTREAM = "{\"name\":\"u\",\"provider\":\"openai\"}";
    private static final String UNPRICED = "{\"name\":\"m\",\"upstream\":\"u\"}";
    private static final TokenUsage USED = TokenUsage.of(10, 5);

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

    private static String month(String unpriceable, String more) {
        return "{\"amount\":\"1000.00\",\"window\":\"month\",\"unpriceable\":\"%s\"%s}"
                .formatted(unpriceable, more);
    }

    private static String day(String unpriceable) {
        return "{\"amount\":\"1000.00\",\"window\":\"day\",\"unpriceable\":\"%s\"}"
                .formatted(unpriceable);
    }

    private static RoutePlan unpriced(String... budgets) {
        return plan("t1", rules(budgets), UNPRICED, UPSTREAM);
    }

    private static String rules(String... budgets) {
        return "\"budgets\":[" + String.join(",", budgets) + "]";
    }

    /** Priced first, and one without a price to fall back to. */
    private static RoutePlan either(boolean unpricedFirst, String... budgets) {
        var priced = plan("t1", rules(budgets), MODEL, UPSTREAM);
        var other = unpriced(budgets).candidates().getFirst();
        var first = priced.candidates().getFirst();
        return new RoutePlan(
                priced.grant(),
                unpricedFirst ? List.of(other, first) : List.of(first, other),
                90L,
                List.of());
    }

    private void awaitSpent(long nanos) {
        await().until(() -> STORE.amount(budgetKey("t1"), "spent") == nanos);
        assertThat(STORE.amount(budgetKey("t1"), "held")).isZero();
    }

    @Test
    void aFlatAmountIsHeldChargedAndSaid() throws Exception {
        var reserved = node.reserve(unpriced(month("flat:2.50", "")));
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(2_500_000_000L);

        var event = node.settle(reserved, USED).event();

        assertThat(event.cost()).isEqualTo(Money.parse("2.50"));
        assertThat(event.attempts().getFirst().cost()).isEqualTo(Money.parse("2.50"));
        assertThat(event.providerCost()).isEqualTo(Money.ZERO);
        assertThat(event.priceVersion()).isNull();
        assertThat(event.reservation()).isNotNull();
        assertThat(event.reservation().flat()).isEqualTo(Money.parse("2.50"));
        awaitSpent(2_500_000_000L);
    }

    @Test
    void theHighestAmountIsEveryBudgetsCharge() throws Exception {
        var reserved = node.reserve(unpriced(month("flat:2", ""), day("flat:3"), day("allow")));
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(3 * DOLLAR);
        assertThat(node.settle(reserved, USED).cost()).isEqualTo(Money.parse("3"));
        awaitSpent(3 * DOLLAR);
    }

    @Test
    void aBudgetOfFlatChargesIsNeverOverspent() throws Exception {
        var rules = month("flat:400", "");
        node.settle(node.reserve(unpriced(rules)), USED);
        node.settle(node.reserve(unpriced(rules)), USED);
        awaitSpent(800 * DOLLAR);
        assertThatThrownBy(() -> node.reserve(unpriced(rules)))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
    }

    @Test
    void aSoftBudgetChargesItsFlatAmountToo() throws Exception {
        var reserved = node.reserve(unpriced(month("flat:400", ",\"mode\":\"soft\"")));
        assertThat(node.settle(reserved, USED).cost()).isEqualTo(Money.parse("400"));
        awaitSpent(400 * DOLLAR);
    }

    @Test
    void whatHasAPriceIsHeldAtItWhereOthersHaveNone() throws Exception {
        for (var policy : List.of("flat:1", "allow")) {
            var reserved = node.reserve(either(false, month(policy, "")));
            assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(WORST_NANOS);
            // More than was held is not the tenant's.
            assertThat(node.settle(reserved, TokenUsage.of(10, 200)).cost().nanos())
                    .isEqualTo(WORST_NANOS);
            awaitSpent(WORST_NANOS);
            STORE.commands().del(budgetKey("t1"));
        }
    }

    @Test
    void whatServedWithoutAPriceIsChargedTheFlatAmountAlone() throws Exception {
        var reserved = node.reserve(either(true, month("flat:1", "")));
        assertThat(node.settle(reserved, TokenUsage.of(10, 200)).cost())
                .isEqualTo(Money.parse("1"));
        awaitSpent(DOLLAR);
    }

    @Test
    void anotherTryWithoutAPriceNeedsAPolicyThatLetsItBe() throws Exception {
        var next = candidateWithoutPrice();
        for (var each : List.of("reject", "flat:1", "flat:2000", "allow")) {
            var reserved = node.reserve(plan("t1", rules(month(each, ""))));
            assertThat(TestQuota.await(node.quota.reserver().raise(reserved, next)))
                    .isEqualTo(List.of("flat:1", "allow").contains(each));
            node.settle(reserved, TokenUsage.of(0, 0));
            awaitSpent(0);
        }
    }

    private static Candidate candidateWithoutPrice() {
        return unpriced(month("allow", "")).candidates().getFirst();
    }

    @Test
    void withoutAPolicyItIsRefusedAndWithAllowItIsFree() throws Exception {
        assertThatThrownBy(() -> node.reserve(unpriced(month("reject", ""), day("flat:1"))))
                .hasMessageContaining("model m has no price");
        var reserved = node.reserve(unpriced(month("allow", "")));
        assertThat(node.settle(reserved, USED).cost()).isEqualTo(Money.ZERO);
    }
}
