package dev.sluice.dataplane.quota;

import static dev.sluice.dataplane.quota.TestQuota.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.usage.TokenUsage;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rates of which two nodes take units ahead. */
class FastRatesIT {
    private static final TestStore STORE = TestStore.shared();
    private static final TokenUsage USED = TokenUsage.of(10, 0);

    private TestQuota one;
    private TestQuota two;

    @BeforeEach
    void begin() {
        STORE.begin();
        one = new TestQuota("n1", TestStore.sharedUrl());
        two = new TestQuota("n2", TestStore.sharedUrl());
        one.awaitShared();
        two.awaitShared();
    }

    @AfterEach
    void end() {
        one.close();
        two.close();
    }

    private static String limits(String text) {
        return "\"limits\":{" + text + ",\"precision\":\"fast\"}";
    }

    private static long scriptsRun() {
        var row =
                Pattern.compile("cmdstat_evalsha:calls=(\\d+)")
                        .matcher(STORE.commands().info("commandstats"));
        return row.find() ? Long.parseLong(row.group(1)) : 0;
    }

    @Test
    void callsFarFromTheLimitSeldomAskTheStore() throws Exception {
        var rules = limits("\"requestsPerMinute\":600000,\"tokensPerMinute\":600000000");
        one.settle(one.reserve(plan("t1", rules)), USED);
        var before = scriptsRun();
        var prepaid = 0;
        for (var i = 0; i < 400; i++) {
            var reserved = one.reserve(plan("t1", rules));
            prepaid += reserved.hold().facts().mode().equals("prepaid") ? 1 : 0;
            assertThat(reserved.rateHeaders())
                    .containsEntry("x-ratelimit-limit-requests", "600000")
                    .containsKey("x-ratelimit-remaining-tokens");
            one.settle(reserved, USED);
        }
        assertThat(prepaid).isGreaterThan(300);
        assertThat(scriptsRun() - before).isLessThan(200);
        await().until(() -> STORE.commands().zcard(RedisKeys.holds("t1")) == 0);
    }

    @Test
    void togetherNodesPassNoMoreThanTheBurstAndWhatHalfASecondBrings() throws Exception {
        var rules = limits("\"requestsPerMinute\":6000");
        var began = System.nanoTime();
        var passed = 0;
        for (var i = 0; i < 3_000; i++) {
            var node = i % 2 == 0 ? one : two;
            try {
                node.settle(node.reserve(plan("t1", rules)), USED);
                passed++;
            } catch (QuotaRefused full) {
                assertThat(full.headers()).containsKey("retry-after");
            }
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        assertThat(passed).isBetween(1_000, (int) (1_000 + 100 * (seconds + 0.5)) + 1);
    }

    @Test
    void whatWasEstimatedTooHighComesBack() throws Exception {
        // 100 a call by the estimate, 10 by its use.
        var rules = limits("\"tokensPerMinute\":60000,\"tokensBurst\":20000");
        for (var i = 0; i < 60; i++) {
            one.settle(one.reserve(plan("t1", rules)), USED);
        }
        await().untilAsserted(() -> {
            var reserved = one.reserve(plan("t1", rules));
            var remaining = reserved.rateHeaders().get("x-ratelimit-remaining-tokens");
            one.settle(reserved, USED);
            assertThat(Long.parseLong(remaining)).isGreaterThan(58_000);
        });
    }

    @Test
    void aCallWithOtherRulesAsksTheStore() throws Exception {
        var rules = limits("\"requestsPerMinute\":600000,\"concurrent\":1");
        for (var i = 0; i < 20; i++) {
            one.settle(one.reserve(plan("t1", rules)), USED);
            await().until(() -> STORE.commands().zcard(RedisKeys.holds("t1")) == 0);
        }
        var open = one.reserve(plan("t1", rules));
        assertThat(open.hold().facts().mode()).isEqualTo("exact");
        assertThatThrownBy(() -> two.reserve(plan("t1", rules))).isInstanceOf(QuotaRefused.class);
    }

    /** Whatever the precision: what was just refused does not ask again. */
    @Test
    void aStormOfRefusalsSeldomReachesTheStore() throws Exception {
        var rules = "\"limits\":{\"requestsPerMinute\":60,\"requestsBurst\":1}";
        one.settle(one.reserve(plan("t1", rules)), USED);
        var before = scriptsRun();
        var began = System.nanoTime();
        for (var i = 0; i < 500; i++) {
            try {
                one.settle(one.reserve(plan("t1", rules)), USED);
            } catch (QuotaRefused full) {
                assertThat(full.headers())
                        .containsEntry("retry-after", "1")
                        .containsEntry("x-ratelimit-remaining-requests", "0");
            }
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        // Four times a second, once for each call that passes, and its settlement.
        assertThat((double) (scriptsRun() - before)).isLessThan(10 + 12 * seconds);
    }

    @Test
    void aRevokedKeyIsRefusedWithinHalfASecond() throws Exception {
        var rules = limits("\"requestsPerMinute\":600000");
        for (var i = 0; i < 30; i++) {
            one.settle(one.reserve(plan("t1", rules)), USED);
        }
        STORE.commands().sadd(RedisKeys.revoked("t1"), "key-1");
        var revokedAt = System.nanoTime();
        await().until(() -> {
            try {
                one.settle(one.reserve(plan("t1", rules)), USED);
                return false;
            } catch (GatewayFailure.KeyRefused refused) {
                return true;
            }
        });
        assertThat(System.nanoTime() - revokedAt).isLessThan(1_000_000_000L);
    }
}
