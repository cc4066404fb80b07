package dev.sluice.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the order and however often events come, the books say what the plain model says. */
class LedgerBalancesIT {
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
}
