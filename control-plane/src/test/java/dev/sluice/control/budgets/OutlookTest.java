package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.budgets.Outlook.Recent;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutlookTest {
    private static final Instant TENTH = Instant.parse("2026-11-11T00:00:00Z");
    private static final PlacedBudget MONTH =
            PlacedBudget.at(
                    "t",
                    ZoneOffset.UTC,
                    new Budget(
                            null,
                            30_000L,
                            BudgetWindow.MONTH,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null));

    private static Recent week(long amount, long calls) {
        return new Recent(amount, calls, Duration.ofDays(7));
    }

    @Test
    void forecastsByTheFasterOfTheWindowsPaceAndThatOfTheLastDays() {
        // A thousand a day since the first leaves 19 days: just to the month's end and not before.
        assertThat(week(7_000, 7).exhaustedAt(MONTH, 31_000, 10_000, TENTH)).isNull();
        assertThat(week(7_000, 7).exhaustedAt(MONTH, 29_000, 10_000, TENTH))
                .isEqualTo("2026-11-30T00:00:00Z");
        assertThat(week(14_000, 7).exhaustedAt(MONTH, 30_000, 10_000, TENTH))
                .isEqualTo("2026-11-21T00:00:00Z");
    }

    @Test
    void knowsNoEndWhereNothingIsUsedNorWhereItIsReached() {
        assertThat(week(0, 0).exhaustedAt(MONTH, 30_000, 0, TENTH)).isNull();
        assertThat(week(9, 1).exhaustedAt(MONTH, 30_000, 30_000, TENTH)).isNull();
        // A moment after the window began one call is no pace.
        var first = Instant.parse("2026-11-01T00:00:01Z");
        assertThat(week(0, 0).exhaustedAt(MONTH, 30_000, 1_000, first)).isNull();
    }

    @Test
    void levelsFollowThePercentage() {
        var random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            var limit = random.nextLong(1L << random.nextInt(1, 63));
            var spent = random.nextBoolean() ? limit / 5 * 4 + random.nextLong(3) : limit - i % 2;
            var wide = BigInteger.valueOf(spent).multiply(BigInteger.TEN);
            var near = wide.compareTo(BigInteger.valueOf(limit).shiftLeft(3)) >= 0;
            var level = Recent.NONE.level(limit, spent);
            assertThat(level == 0).as(limit + " " + spent).isEqualTo(spent <= 0 || !near);
            assertThat(level == 100).isEqualTo(spent > 0 && spent >= limit);
        }
    }

    @Test
    void aBudgetIsSpentWhereLessIsLeftThanACallUsuallyCosts() {
        assertThat(week(5_000, 5).level(10_000, 8_999)).isEqualTo(80);
        assertThat(week(5_000, 5).level(10_000, 9_001)).isEqualTo(100);
        assertThat(week(5_000, 1).level(10_000, 7_000)).isZero();
    }
}
