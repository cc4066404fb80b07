package dev.sluice.control.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.reconciliation.Reconciliation.Row;
import dev.sluice.control.reconciliation.bills.BillLine;
import dev.sluice.control.reconciliation.bills.BilledTokens;
import dev.sluice.model.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the two sides have, nothing is lost between them and the rows. */
class ComparisonProperties {
    private static final Instant START = Instant.parse("2024-06-10T00:00:00Z");
    private static final List<String> MODELS = List.of("a", "b", "c");
    private static final List<String> NAMES = List.of("", "pa", "pa-2024-05-13", "pb", "strange");

    @Property(tries = 500)
    void rowsSumToBothSides(@ForAll long seed) {
        var random = new Random(seed);
        var covered = new TreeSet<LocalDate>();
        for (var day = 0; day < 5; day++) {
            if (random.nextBoolean()) {
                covered.add(LocalDate.of(2024, 6, 10 + day));
            }
        }
        var ours = ours(random);
        var theirs = theirs(random, covered);

        var comparison = new Comparison(known(ours, covered), ours, theirs);

        var rows = comparison.rows();
        var counted = ours.stream().filter(it -> covered.contains(it.day())).toList();
        assertThat(sum(rows.stream().map(it -> it.ours().tokens()).toList()))
                .isEqualTo(sum(counted.stream().map(OwnUsage.Sums::tokens).toList()));
        assertThat(sum(rows.stream().map(it -> it.theirs().tokens()).toList()))
                .isEqualTo(sum(theirs.stream().map(BillLine::tokens).toList()));
        assertThat(money(rows.stream().map(it -> it.ours().cost()).toList()))
                .isEqualTo(money(counted.stream().map(OwnUsage.Sums::cost).toList()));
        assertThat(money(rows.stream().map(it -> it.theirs().cost()).toList()))
                .isEqualTo(money(theirs.stream().map(BillLine::amount).toList()));
        assertThat(rows).allSatisfy(ComparisonProperties::isConsistent);
        assertThat(rows).extracting(it -> it.day() + it.model()).doesNotHaveDuplicates();
        var total = comparison.total();
        if (!rows.isEmpty()) {
            assertThat(total.costDifference())
                    .isEqualTo(money(rows.stream().map(Row::costDifference).toList()));
            assertThat(total.tokenDifference())
                    .isEqualTo(sum(rows.stream().map(Row::tokenDifference).toList()));
        }
        assertThat(comparison.daysWithoutBill()).noneMatch(covered::contains);
    }

    private static void isConsistent(Row row) {
        assertThat(row.tokenDifference())
                .isEqualTo(row.theirs().tokens().minus(row.ours().tokens()));
        assertThat(row.costDifference()).isEqualTo(row.theirs().cost().minus(row.ours().cost()));
        if (row.costDifference().equals(Money.ZERO) && !row.ours().cost().equals(Money.ZERO)) {
            assertThat(row.isAlarm()).isFalse();
        }
    }

    private static Comparison.Known known(List<OwnUsage.Sums> ours, TreeSet<LocalDate> covered) {
        return new Comparison.Known(
                new ModelNames(Map.of("a", "pa", "b", "pb"), ours),
                Threshold.USUAL,
                (money, day) -> money,
                (model, day) -> true,
                covered,
                covered);
    }

    private static List<OwnUsage.Sums> ours(Random random) {
        var sums = new ArrayList<OwnUsage.Sums>();
        for (var i = random.nextInt(12); i > 0; i--) {
            sums.add(
                    new OwnUsage.Sums(
                            hour(random.nextInt(5), random),
                            MODELS.get(random.nextInt(MODELS.size())),
                            random.nextBoolean() ? "k" : "",
                            random.nextBoolean(),
                            1 + random.nextInt(5),
                            tokens(random),
                            new Money(random.nextLong(5_000_000_000L)),
                            0,
                            List.of()));
        }
        return sums;
    }

    private static List<BillLine> theirs(Random random, TreeSet<LocalDate> covered) {
        var lines = new ArrayList<BillLine>();
        for (var day : covered) {
            for (var i = random.nextInt(4); i > 0; i--) {
                var start = hour(day.getDayOfMonth() - 10, random);
                lines.add(
                        new BillLine(
                                start,
                                start.plus(Duration.ofHours(1)),
                                NAMES.get(random.nextInt(NAMES.size())),
                                random.nextBoolean() ? "k" : "",
                                "",
                                null,
                                random.nextBoolean() ? tokens(random) : null,
                                random.nextBoolean()
                                        ? new Money(random.nextLong(5_000_000_000L))
                                        : null));
            }
        }
        return lines;
    }

    private static Instant hour(int day, Random random) {
        return START.plus(Duration.ofDays(day)).plus(Duration.ofHours(random.nextInt(24)));
    }

    private static BilledTokens tokens(Random random) {
        var input = random.nextInt(10_000);
        return new BilledTokens(input, random.nextInt(input + 1), 0, random.nextInt(10_000));
    }

    private static BilledTokens sum(List<BilledTokens> tokens) {
        return tokens.stream()
                .filter(it -> it != null)
                .reduce(BilledTokens.NONE, BilledTokens::plus);
    }

    private static Money money(List<Money> amounts) {
        return amounts.stream().filter(it -> it != null).reduce(Money.ZERO, Money::plus);
    }
}
