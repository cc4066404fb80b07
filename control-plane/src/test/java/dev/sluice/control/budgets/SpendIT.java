package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.UsageEntry;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What windows of any size, zone and level come to, against adding up the calls by hand. */
class SpendIT {
    private static final Instant NOW = Instant.parse("2026-03-31T18:45:30Z");
    private static final List<String> ZONES =
            List.of("UTC", "Asia/Shanghai", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York");

    private record Made(Instant at, Spend.Place place, long nanos, long tokens) {}

    private final Books books = new Books();

    @Test
    void addsUpWhatFallsIntoTheWindow() throws SQLException {
        var made = calls(new Random(7), 600);
        var budgets = new ArrayList<PlacedBudget>();
        for (var zone : ZONES) {
            for (var window : BudgetWindow.values()) {
                for (var path : List.of("t", "t/a", "t/a/k", "t/a/k/s")) {
                    budgets.add(
                            PlacedBudget.at(path, ZoneId.of(zone), 1, "USD", budget(window, null)));
                }
                budgets.add(
                        PlacedBudget.at("t", ZoneId.of(zone), 1, "USD", budget(window, "embed")));
            }
        }

        for (var zone : ZONES) {
            var ofZone = budgets.stream().filter(it -> it.zone().equals(ZoneId.of(zone))).toList();
            var amounts = new Spend(JdbcClient.create(books.dataSource())).of("t", ofZone, NOW);
            for (int i = 0; i < ofZone.size(); i++) {
                assertThat(amounts.get(i))
                        .as(ofZone.get(i).toString())
                        .isEqualTo(byHand(ofZone.get(i), made));
            }
        }
    }

    private static Budget budget(BudgetWindow window, String alias) {
        return new Budget(null, 1L, window, alias, null, null, null, null, null, null);
    }

    private static Spend.Amount byHand(PlacedBudget placed, List<Made> made) {
        return made.stream()
                .filter(call -> !call.at().isBefore(placed.windowStart(NOW)))
                .filter(call -> call.at().isBefore(placed.windowEnd(NOW)))
                .filter(call -> placed.counts(call.place()))
                .map(call -> new Spend.Amount(call.nanos(), call.tokens()))
                .reduce(new Spend.Amount(0, 0), Spend.Amount::plus);
    }

    private List<Made> calls(Random random, int count) throws SQLException {
        var made = new ArrayList<Made>();
        var entries = new ArrayList<UsageEntry>();
        for (int i = 0; i < count; i++) {
            // Dense near now, so that the short windows hold some, and beyond the month's begin.
            var back = Math.pow(random.nextDouble(), 4) * Duration.ofDays(40).toSeconds();
            var at = NOW.minusSeconds((long) back - 10);
            var app = random.nextBoolean() ? "a" : "b";
            var key = random.nextBoolean() ? "k" : "l";
            var subKey = random.nextBoolean() ? "s" : "";
            var alias = random.nextBoolean() ? "chat" : "embed";
            var cost = random.nextInt(1_000_000);
            var event =
                    Calls.call(Uuid7.at(at.toEpochMilli()), at, UsageStatus.COMPLETED, cost, i, 1);
            event = Calls.with(event, "tenant", "t");
            event = Calls.with(event, "app", app);
            event = Calls.with(event, "key", key);
            event = Calls.with(event, "subKey", subKey.isEmpty() ? null : subKey);
            event = Calls.with(event, "alias", alias);
            entries.add(Calls.entry(event));
            made.add(new Made(at, new Spend.Place(app, key, subKey, alias), cost, i + 1));
        }
        new Ledger(books.dataSource()).book(FeedStep.of(entries));
        return made;
    }
}
