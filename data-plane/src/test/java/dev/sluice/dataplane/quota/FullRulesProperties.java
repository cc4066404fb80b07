package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.quota.rule.AdmitReply.Refused;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What a node refuses without asking is what the store would refuse. */
class FullRulesProperties {
    private static final long MS = 1_000_000;
    private static final String EPOCH = "e1";

    private long now = 1_000 * MS;
    private final FullRules full = new FullRules(() -> now);

    private static Rule.Rate rate(long amount) {
        return new Rule.Rate("k", "o", true, 6_000, 1_000, amount);
    }

    private static Rule.Spend spend(String key, long limit, long amount) {
        var budget =
                new Budget(
                        new Money(limit),
                        null,
                        BudgetWindow.DAY,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        return new Rule.Spend(key, "o", budget, amount, true, Instant.MAX);
    }

    private void told(Rule rule, String why, long waitMs) {
        full.told(EPOCH, List.of(rule), new Refused(0, 0, why, waitMs, 5, 0, 0));
    }

    private boolean refuses(Rule rule) {
        return full.refusing(EPOCH, List.of(rule)) != null;
    }

    /** One node, calls of every size, and settlements that give back: never falsely. */
    @Property(tries = 300)
    void refusesNothingThatTheStoreWouldAdmit(@ForAll long seed) {
        full.ended(List.of(rate(1)));
        var random = new Random(seed);
        var bucket = new ModelBucket();
        var asked = 0;
        for (var i = 0; i < 300; i++) {
            now += random.nextLong(40 * MS);
            var call = rate(1 + random.nextLong(random.nextInt(10) == 0 ? 2_000 : 100));
            var known = full.refusing(EPOCH, List.of(call));
            var wait = bucket.wait(call, now);
            if (known != null) {
                assertThat(wait).isPositive();
                // Nobody is told less than a call as small as the one that was refused must wait.
                assertThat((double) known.waitMs() * MS).isLessThanOrEqualTo(wait + 2 * MS);
                continue;
            }
            asked++;
            if (bucket.admit(call, now) == null) {
                told(call, "rate", (long) Math.ceil(wait / MS));
            } else if (random.nextBoolean()) {
                bucket.adjust(call, now, -random.nextLong(call.amount() + 1));
                full.ended(List.of(call));
            }
        }
        assertThat(asked).isPositive();
    }

    @Test
    void remembersARateUntilTheMomentThatWasNamedAndForAQuarterOfASecondAtMost() {
        told(rate(10), "rate", 100);
        now += 98 * MS;
        assertThat(refuses(rate(10))).isTrue();
        assertThat(refuses(rate(11))).isTrue();
        assertThat(refuses(rate(9))).isFalse();
        now += MS;
        assertThat(refuses(rate(10))).isFalse();

        told(rate(10), "rate", 60_000);
        now += 249 * MS;
        assertThat(full.refusing(EPOCH, List.of(rate(10))))
                .satisfies(it -> assertThat(it.waitMs()).isEqualTo(59_751));
        now += MS;
        assertThat(refuses(rate(10))).isFalse();
    }

    @Test
    void anotherFigureOrLifeOfTheStoreCountsAtOnce() {
        told(rate(10), "rate", 60_000);
        assertThat(refuses(new Rule.Rate("k", "o", true, 7_000, 1_000, 10))).isFalse();
        assertThat(refuses(new Rule.Rate("k", "o", true, 6_000, 1_001, 10))).isFalse();
        assertThat(full.refusing("e2", List.of(rate(10)))).isNull();
    }

    @Test
    void aSpentBudgetIsFullForCallsAsLargeUntilItIsRaisedOrTheWindowEnds() {
        told(spend("w1", 100, 10), "spent", 0);
        assertThat(refuses(spend("w1", 100, 10))).isTrue();
        assertThat(refuses(spend("w1", 90, 10))).isTrue();
        assertThat(refuses(spend("w1", 101, 10))).isFalse();
        assertThat(refuses(spend("w1", 100, 9))).isFalse();
        assertThat(refuses(spend("w2", 100, 10))).isFalse();
        full.ended(List.of(spend("w1", 100, 10)));
        assertThat(refuses(spend("w1", 100, 10))).isFalse();
    }

    @Test
    void whatIsOnlyHeldOrBusyIsAskedForAgain() {
        told(spend("w1", 100, 10), "held", 0);
        told(new Rule.Concurrency("c", "o", 3), "rate", 1_000);
        assertThat(refuses(spend("w1", 100, 10))).isFalse();
        assertThat(refuses(new Rule.Concurrency("c", "o", 3))).isFalse();
    }

    @Test
    void itNamesTheRuleThatIsFull() {
        told(rate(10), "rate", 1_000);
        var refused = full.refusing(EPOCH, List.of(spend("w1", 100, 10), rate(10)));
        assertThat(refused).isNotNull();
        assertThat(refused.rule()).isEqualTo(1);
    }
}
