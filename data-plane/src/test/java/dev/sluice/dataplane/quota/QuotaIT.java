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
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.quota.SweptReservation;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaIT {
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

    private static String budget(long dollars) {
        return "\"budgets\":[{\"amount\":\"" + dollars + ".00\",\"window\":\"month\"}]";
    }

    /** Nobody waits for a settlement but us. */
    private static void awaitSpent(long nanos) {
        await().untilAsserted(
                        () -> assertThat(STORE.amount(budgetKey("t1"), "spent")).isEqualTo(nanos));
    }

    @Test
    void holdsTheWorstCaseAndSettlesToWhatWasUsed() throws Exception {
        var reserved = node.reserve(plan("t1", budget(2_000)));
        assertThat(STORE.amount(budgetKey("t1"), "held")).isEqualTo(WORST_NANOS);
        assertThat(reserved.hold().facts().heldMoney().nanos()).isEqualTo(WORST_NANOS);

        node.settle(reserved, TokenUsage.of(10, 5));

        awaitSpent(60 * DOLLAR);
        assertThat(STORE.amount(budgetKey("t1"), "held")).isZero();
        assertThat(STORE.commands().zcard(RedisKeys.holds("t1"))).isZero();
    }

    @Test
    void chargesAtMostWhatAStrictBudgetHeld() throws Exception {
        var reserved = node.reserve(plan("t1", budget(2_000)));
        var settlement = node.settle(reserved, TokenUsage.of(10, 500));
        assertThat(settlement.cost().nanos()).isEqualTo(WORST_NANOS);
        assertThat(settlement.event().providerCost().nanos()).isEqualTo(5_010 * DOLLAR);
        awaitSpent(WORST_NANOS);
    }

    @Test
    void saysInWordsWhatIsSpentAndWhatIsOnlyHeld() throws Exception {
        var first = node.reserve(plan("t1", budget(1_000)));
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(1_000))))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> {
                            assertThat(refused.code()).isEqualTo(ErrorCode.BUDGET_HELD);
                            assertThat(refused.headers()).containsEntry("retry-after", "1");
                            assertThat(refused.refusedBy()).isEqualTo("app/t1/bot budget month");
                        });
        node.settle(first, TokenUsage.of(10, 49));
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(1_000))))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> {
                            assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
                            assertThat(refused.headers())
                                    .containsEntry("x-should-retry", "false")
                                    .containsKey("retry-after");
                            assertThat(refused)
                                    .hasMessageContaining("app t1/bot has spent 500.00 USD of")
                                    .hasMessageContaining("1000.00 USD this month")
                                    .hasMessageContaining("the window ends at");
                        });
    }

    @Test
    void saysWhichCapWouldFit() throws Exception {
        node.settle(node.reserve(plan("t1", budget(1_000))), TokenUsage.of(10, 49));
        awaitSpent(500 * DOLLAR);
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(1_000))))
                .hasMessageContaining("lower max_tokens (at most 49 fits now) or raise the budget");
    }

    @Test
    void promisesNothingOfWaitingToACallThatNeverFits() {
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(300))))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused -> {
                            assertThat(refused.headers()).doesNotContainKey("retry-after");
                            assertThat(refused).hasMessageContaining("at most 29 fits now");
                        });
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(15))))
                .hasMessageContaining("this call may need 910.00 USD: raise the budget;");
        var tokens = "\"budgets\":[{\"tokens\":60,\"window\":\"month\"}]";
        assertThatThrownBy(() -> node.reserve(plan("t1", tokens)))
                .hasMessageContaining("at most 50 fits now");
    }

    @Test
    void saysWhenAPriceBegins() {
        var model =
                "{\"name\":\"m\",\"upstream\":\"u\",\"prices\":[{\"from\":\"2999-01-01T00:00:00Z\","
                        + "\"perMillion\":{\"input\":1}}]}";
        var upstream = "{\"name\":\"u\",\"provider\":\"openai\"}";
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(1_000), model, upstream)))
                .hasMessageContaining("model m has no price before 2999-01-01T00:00:00Z, so");
    }

    @Test
    void refusesWhatHasNoPriceByName() {
        var model = "{\"name\":\"m\",\"upstream\":\"u\"}";
        var upstream = "{\"name\":\"u\",\"provider\":\"openai\"}";
        assertThatThrownBy(() -> node.reserve(plan("t1", budget(1_000), model, upstream)))
                .isInstanceOf(QuotaRefused.class)
                .hasMessageContaining("model m has no price");
    }

    @Test
    void rateHeadersShowTheFigureAndWhatIsLeftOfIt() throws Exception {
        var reserved = node.reserve(plan("t1", "\"limits\":{\"tokensPerMinute\":10000}"));
        assertThat(reserved.rateHeaders())
                .containsEntry("x-ratelimit-limit-tokens", "10000")
                .containsEntry("x-ratelimit-remaining-tokens", "9900");
        var settlement = node.settle(reserved, new TokenUsage(9_000, 8_000, 0, 0, 1_000, 0, 0, 0));
        assertThat(reserved.hold().rateHeadersAfter(settlement, reserved.rateHeaders()))
                .containsEntry("x-ratelimit-limit-tokens", "10000")
                .containsEntry("x-ratelimit-remaining-tokens", "8000");
        assertThatThrownBy(() -> node.reserve(plan("t1", "\"limits\":{\"tokensPerMinute\":10000}")))
                .isInstanceOfSatisfying(
                        QuotaRefused.class,
                        refused ->
                                assertThat(refused.code())
                                        .isEqualTo(ErrorCode.RATE_LIMIT_EXCEEDED));
    }

    @Test
    void fiftyAtOnceOnTwoNodesNeverOverspend() throws Exception {
        try (var other = new TestQuota("n2", TestStore.sharedUrl())) {
            other.awaitShared();
            var rules = budget(910 * 5);
            var all =
                    IntStream.range(0, 50)
                            .mapToObj(i -> (i % 2 == 0 ? node : other).onLoop(plan("t1", rules)))
                            .toList();
            var admitted = new ArrayList<ReservedCall>();
            for (var each : all) {
                await().until(each::isComplete);
                if (each.succeeded()) {
                    admitted.add(each.result());
                }
            }
            assertThat(admitted).hasSize(5);
            for (var reserved : admitted) {
                node.settle(reserved, TokenUsage.of(10, 80));
            }
            awaitSpent(5 * 810 * DOLLAR);
            assertThat(STORE.amount(budgetKey("t1"), "held")).isZero();
        }
    }

    @Test
    void survivesAStoreThatForgotTheScripts() throws Exception {
        node.settle(node.reserve(plan("t1", budget(2_000))), TokenUsage.of(10, 1));
        STORE.commands().scriptFlush();
        node.settle(node.reserve(plan("t1", budget(2_000))), TokenUsage.of(10, 1));
        awaitSpent(40 * DOLLAR);
    }

    @Test
    void refusesARevokedKey() {
        STORE.commands().sadd(RedisKeys.revoked("t1"), "key-1");
        assertThatThrownBy(() -> node.reserve(plan("t1", "\"tags\":{}")))
                .hasMessageContaining("revoked");
    }

    @Test
    void attemptsTakeTheUpstreamsOwnPlaces() throws Exception {
        var upstream = "{\"name\":\"u\",\"provider\":\"openai\",\"limits\":{\"concurrent\":1}}";
        var one = node.reserve(plan("t1", "\"tags\":{}", TestQuota.MODEL, upstream));
        var two = node.reserve(plan("t1", "\"tags\":{}", TestQuota.MODEL, upstream));
        var candidate = one.plan().candidates().getFirst();
        assertThat(TestQuota.await(node.quota.reserver().enter(one, candidate))).isTrue();
        assertThat(TestQuota.await(node.quota.reserver().enter(two, candidate))).isFalse();
        node.settle(one, TokenUsage.NONE);
        var three = node.reserve(plan("t1", "\"tags\":{}", TestQuota.MODEL, upstream));
        await().until(() -> TestQuota.await(node.quota.reserver().enter(three, candidate)));
    }

    @Test
    void aDeadNodesCallsAreSweptAndChargedWithWhatTheyCarried() throws Exception {
        var dying =
                new TestQuota(
                        "n2", TestStore.sharedUrl(), Duration.ofMillis(600), Duration.ofMillis(50));
        dying.awaitShared();
        var reserved = dying.reserve(plan("t1", budget(2_000)));
        reserved.progress().serving(reserved.plan().candidates().getFirst());
        reserved.progress().outputTokens(7);
        var sweep = ScriptCall.sweep("t1", 100, Duration.ZERO);
        var recordKey = RedisKeys.record("t1", reserved.call().id());
        await().until(() -> "7".equals(STORE.commands().hget(recordKey, "output")));
        assertThat(SweptReservation.listOf(STORE.run(sweep))).isEmpty();
        dying.close();

        var swept =
                await().until(
                                () -> SweptReservation.listOf(STORE.run(sweep)),
                                all -> !all.isEmpty())
                        .getFirst();

        var event = swept.event();
        assertThat(event.status()).isEqualTo(UsageStatus.ABANDONED);
        assertThat(event.eventId()).isEqualTo(reserved.call().id());
        assertThat(event.cost().nanos()).isEqualTo(80 * DOLLAR);
        assertThat(event.tokens()).isEqualTo(TokenUsage.of(10, 7));
        assertThat(STORE.amount(budgetKey("t1"), "held")).isZero();
        assertThat(STORE.amount(budgetKey("t1"), "spent")).isEqualTo(80 * DOLLAR);
    }
}
