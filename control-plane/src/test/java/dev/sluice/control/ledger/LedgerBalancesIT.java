package dev.sluice.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.id.Uuid7;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Terms;
import dev.sluice.model.usage.UsageStatus;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the order and however often events come, the books say what the plain model says. */
class LedgerBalancesIT {
    private static final Instant AT = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void booksWhatThePlainModelSays(long seed) throws SQLException {
        var books = new Books();

        var model = RandomCalls.book(new Ledger(books.dataSource()), seed, 300).values();

        long cost = model.stream().mapToLong(event -> event.cost().nanos()).sum();
        long input = model.stream().mapToLong(event -> event.tokens().input()).sum();
        long requests =
                model.stream().filter(event -> event.status() != UsageStatus.REJECTED).count();
        var expected = "%d|%d|%d".formatted(requests, cost, input);
        assertThat(books.number("SELECT count(*) FROM usage_entry")).isEqualTo(model.size());
        assertThat(
                        books.rows(
                                "SELECT count(*) FILTER (WHERE status <> 'rejected'),"
                                        + " sum(cost_nanos), sum(tokens_input)"
                                        + " FROM usage_effective"))
                .containsExactly(expected);
        for (var rollup : RollupSql.values()) {
            assertThat(
                            books.rows(
                                    "SELECT sum(requests), sum(cost_nanos), sum(tokens_input) FROM "
                                            + rollup.table()))
                    .as(rollup.table())
                    .containsExactly(expected);
        }
        assertThat(
                        books.number(
                                "SELECT sum(balance_nanos) FROM account_balance"
                                        + " WHERE account = 'tenant_receivable'"))
                .isEqualTo(cost);
        assertThat(books.number("SELECT sum(amount_nanos) FROM ledger_posting")).isZero();
        assertThat(
                        books.rows(
                                "SELECT transaction_id FROM ledger_posting"
                                        + " GROUP BY transaction_id HAVING sum(amount_nanos) <> 0"))
                .isEmpty();
    }

    @Test
    void postsTenantsInTheirCurrencyAndProvidersInTheInstallations() throws SQLException {
        var books = new Books();
        var event = Calls.call(Uuid7.at(AT.toEpochMilli()), UsageStatus.COMPLETED, 8_000, 20, 4);
        event = Calls.with(event, "currency", "CNY");
        event = Calls.with(event, "providerCost", new Money(1_000));
        event =
                Calls.with(
                        event,
                        "terms",
                        new Terms(null, "USD", Map.of("CNY", new BigDecimal("0.125"))));
        var rating = new Rating(500, Map.of("u1", 1_000L), 8_500L, true);

        new Ledger(books.dataSource())
                .book(
                        new FeedStep(
                                List.of(
                                        new UsageEntry(
                                                event,
                                                SluiceJson.write(event),
                                                rating,
                                                Origin.EVENT)),
                                List.of(),
                                List.of()));

        assertThat(
                        books.rows(
                                "SELECT account, party, currency, amount_nanos FROM ledger_posting"
                                        + " ORDER BY account"))
                .containsExactly(
                        "platform_overrun|u1|CNY|500",
                        "provider_expense|u1|USD|1000",
                        "provider_payable|u1|USD|-1000",
                        "tenant_receivable|payments|CNY|8000",
                        "usage_revenue|payments|CNY|-8500");
        assertThat(books.rows("SELECT currency, cost_nanos, provider_cost_nanos FROM usage_day"))
                .containsExactly("CNY|8000|1000");
    }
}
