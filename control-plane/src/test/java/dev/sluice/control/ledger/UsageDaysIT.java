package dev.sluice.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.calendar.TenantClocks;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UsageDaysIT {
    private static final LocalDate DAY = LocalDate.of(2026, 10, 31);
    private static final LocalDate FAR = LocalDate.of(2027, 1, 1);

    private final Books books = new Books();
    private final UsageDays days = new UsageDays(books.dataSource());
    private final Ledger ledger = new Ledger(books.dataSource(), days, () -> TenantClocks.ALL_UTC);

    @Test
    void makesDaysAheadSoThatNoBookingHasTo() throws SQLException {
        days.ensureAhead(DAY, 3);

        assertThat(books.rows("SELECT day FROM usage_day_partition ORDER BY day"))
                .containsExactly("2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03");
        assertThat(books.rows("SELECT to_regclass('ledger_posting_20261103')"))
                .containsExactly("ledger_posting_20261103");
    }

    @Test
    void dropsADayOnlyWhenEveryMonthOfItIsClosed() throws SQLException {
        // By the second of November a call of the first of both is in the books of the 31st.
        book(at("2026-10-31T23:59:59.999Z"), "a", Instant.parse("2026-11-01T00:00:00Z"));
        book(at("2026-10-31T12:00:00Z"), "b", Instant.parse("2026-10-31T12:00:00Z"));
        assertThat(days.dropBefore(FAR)).doesNotContain(DAY);

        close("b", "2026-10-01");
        close("a", "2026-10-01");
        assertThat(days.dropBefore(FAR)).doesNotContain(DAY);

        close("a", "2026-11-01");
        assertThat(days.dropBefore(DAY)).isEmpty();
        assertThat(days.dropBefore(FAR)).contains(DAY);
        assertThat(books.rows("SELECT to_regclass('usage_entry_20261031')"))
                .containsExactly("null");
    }

    @Test
    void keepsSumsBalancesAndWhatIsKnownOfADroppedDay() throws SQLException {
        var id = at("2026-10-31T12:00:00Z");
        var began = Instant.parse("2026-10-31T12:00:00Z");
        book(id, "a", began, UsageStatus.ABANDONED, 30);
        book(id, "a", began);
        close("a", "2026-10-01");
        days.dropBefore(FAR);

        assertThat(books.number("SELECT count(*) FROM usage_entry")).isZero();
        assertThat(books.number("SELECT count(*) FROM usage_adjustment")).isZero();
        assertThat(books.number("SELECT count(*) FROM ledger_posting")).isZero();
        assertThat(books.rows("SELECT requests, cost_nanos FROM usage_day"))
                .containsExactly("1|54");
        assertThat(
                        books.rows(
                                "SELECT balance_nanos FROM account_balance"
                                        + " WHERE account = 'tenant_receivable'"))
                .containsExactly("54");
        // The same event again: it would be booked a second time if its day were made anew.
        assertThatThrownBy(() -> book(id, "a", began)).hasMessageContaining("retention");
        assertThatThrownBy(() -> new Ledger(books.dataSource()).book(step(id, "a", began)))
                .hasMessageContaining("retention");
    }

    @Test
    void keepsCorrectionsOfADayThatIsKept() throws SQLException {
        var id = at("2026-10-31T12:00:00Z");
        book(id, "a", Instant.parse("2026-10-31T12:00:00Z"), UsageStatus.ABANDONED, 30);
        book(id, "a", Instant.parse("2026-10-31T12:00:00Z"));

        assertThatThrownBy(() -> books.execute("DELETE FROM usage_adjustment"))
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> books.execute("UPDATE usage_adjustment SET cost_nanos = 0"))
                .hasMessageContaining("append-only");
    }

    @Test
    void leavesADayThatIsBeingReadForLater() throws SQLException {
        book(at("2026-10-31T12:00:00Z"), "a", Instant.parse("2026-10-31T12:00:00Z"));
        close("a", "2026-10-01");
        try (var reader = books.dataSource().getConnection();
                var statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("SELECT count(*) FROM usage_entry").close();

            assertThat(days.dropBefore(FAR)).isEmpty();
        }
        assertThat(days.dropBefore(FAR)).contains(DAY);
    }

    private static UUID at(String instant) {
        return Uuid7.at(Instant.parse(instant).toEpochMilli());
    }

    private void book(UUID id, String tenant, Instant startedAt) throws SQLException {
        ledger.book(step(id, tenant, startedAt));
    }

    private void book(UUID id, String tenant, Instant startedAt, UsageStatus status, long cost)
            throws SQLException {
        var call = Calls.call(id, startedAt, status, cost, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
    }

    private static FeedStep step(UUID id, String tenant, Instant startedAt) {
        var call = Calls.call(id, startedAt, UsageStatus.COMPLETED, 54, 5, 1);
        return FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant))));
    }

    private void close(String tenant, String month) throws SQLException {
        books.execute(
                """
                INSERT INTO billing_statement
                VALUES ('%s', '%s', '2026-10-01Z', '2026-11-01Z', '{}', 'x', now(), 'test')
                """
                        .formatted(tenant, month));
    }
}
