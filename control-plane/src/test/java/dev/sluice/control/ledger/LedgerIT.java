package dev.sluice.control.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerIT {
    private static final long NOON = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();

    private Books books;
    private Ledger ledger;

    @BeforeEach
    void openBooks() {
        books = new Books();
        ledger = new Ledger(books.dataSource());
    }

    @Test
    void booksACallOnceHoweverOftenItComes() throws SQLException {
        var entry = Calls.entry(Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 54_000, 5, 1));

        var first = ledger.book(FeedStep.of(List.of(entry, entry)));
        var again = ledger.book(FeedStep.of(List.of(entry)));

        assertThat(first).isEqualTo(new Booked(1, 0, 1, 0, 0));
        assertThat(again).isEqualTo(new Booked(0, 0, 1, 0, 0));
        assertThat(books.rows("SELECT count(*), sum(cost_nanos) FROM usage_entry"))
                .containsExactly("1|54000");
        assertThat(books.rows("SELECT requests, cost_nanos, tokens_input FROM usage_day"))
                .containsExactly("1|54000|5");
        assertThat(
                        books.rows(
                                "SELECT account, party, amount_nanos FROM ledger_posting"
                                        + " ORDER BY line"))
                .containsExactly(
                        "provider_expense|u1|54000",
                        "provider_payable|u1|-54000",
                        "tenant_receivable|payments|54000",
                        "usage_revenue|payments|-54000");
    }

    @Test
    void booksTheTrueResultOfAnAbandonedCallAsAnAdjustment() throws SQLException {
        var id = Uuid7.at(NOON);
        var abandoned = Calls.entry(Calls.call(id, UsageStatus.ABANDONED, 30_000, 5, 10));
        var completed = Calls.entry(Calls.call(id, UsageStatus.COMPLETED, 54_000, 5, 18));

        ledger.book(FeedStep.of(List.of(abandoned)));
        var late = ledger.book(FeedStep.of(List.of(completed)));
        var later = ledger.book(FeedStep.of(List.of(completed, abandoned)));

        assertThat(late).isEqualTo(new Booked(0, 1, 0, 0, 0));
        assertThat(later).isEqualTo(new Booked(0, 0, 2, 0, 0));
        assertThat(books.rows("SELECT status, cost_nanos FROM usage_entry"))
                .containsExactly("abandoned|30000");
        assertThat(books.rows("SELECT status, cost_nanos FROM usage_effective"))
                .containsExactly("completed|54000");
        assertThat(
                        books.rows(
                                "SELECT requests, abandoned, completed, cost_nanos, tokens_output"
                                        + " FROM usage_quarter_hour"))
                .containsExactly("1|0|1|54000|18");
        assertThat(
                        books.rows(
                                "SELECT balance_nanos FROM account_balance"
                                        + " WHERE account = 'tenant_receivable'"))
                .containsExactly("54000");
        assertThat(books.rows("SELECT kind FROM ledger_transaction ORDER BY kind"))
                .containsExactly("adjustment", "usage");
    }

    @Test
    void adjustsWithinOneStep() throws SQLException {
        var id = Uuid7.at(NOON);
        var abandoned = Calls.entry(Calls.call(id, UsageStatus.ABANDONED, 30_000, 5, 10));
        var completed = Calls.entry(Calls.call(id, UsageStatus.COMPLETED, 54_000, 5, 18));

        var booked = ledger.book(FeedStep.of(List.of(abandoned, completed)));

        assertThat(booked).isEqualTo(new Booked(1, 1, 0, 0, 0));
        assertThat(books.number("SELECT sum(cost_nanos) FROM usage_effective")).isEqualTo(54_000);
    }

    @Test
    void putsEachSideOfMidnightIntoItsDay() throws SQLException {
        var midnight = Instant.parse("2026-12-01T00:00:00Z").toEpochMilli();
        var before =
                Calls.entry(Calls.call(Uuid7.at(midnight - 1), UsageStatus.COMPLETED, 1, 1, 1));
        var after = Calls.entry(Calls.call(Uuid7.at(midnight), UsageStatus.COMPLETED, 2, 1, 1));

        ledger.book(FeedStep.of(List.of(after, before)));

        assertThat(
                        books.rows(
                                "SELECT tableoid::regclass, cost_nanos FROM usage_entry ORDER BY day"))
                .containsExactly("usage_entry_20261130|1", "usage_entry_20261201|2");
        assertThat(books.rows("SELECT day, cost_nanos FROM usage_day ORDER BY day"))
                .containsExactly("2026-11-30|1", "2026-12-01|2");
    }

    @Test
    void putsWhatTheProviderBilledBeyondTheHoldOnThePlatformsAccount() throws SQLException {
        var event = Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 30_000, 5, 1);
        var entry =
                new UsageEntry(
                        event,
                        "{}",
                        new Rating(20_000, Map.of("u1", 50_000L), 50_000L, true),
                        Origin.EVENT);

        var booked = ledger.book(FeedStep.of(List.of(entry)));

        assertThat(booked.overrunNanos()).isEqualTo(20_000);
        assertThat(
                        books.rows(
                                "SELECT account, amount_nanos FROM ledger_posting"
                                        + " WHERE account NOT LIKE 'provider%' ORDER BY line"))
                .containsExactly(
                        "platform_overrun|20000",
                        "tenant_receivable|30000",
                        "usage_revenue|-50000");
    }

    @Test
    void takesNoMoneyForARefusalAndDoesNotCountItAsARequest() throws SQLException {
        var refusal = Calls.call(Uuid7.at(NOON), UsageStatus.REJECTED, 0, 0, 0);

        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(refusal, "count", 7)))));

        assertThat(books.rows("SELECT requests, rejected, cost_nanos FROM usage_day"))
                .containsExactly("0|7|0");
        assertThat(books.number("SELECT count(*) FROM ledger_transaction")).isZero();
    }

    @Test
    void booksAllOfAStepOrNothing() throws SQLException {
        var good = Calls.entry(Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 1, 1, 1));
        var bad = new UsageEntry(good.event(), "no json", good.rating(), Origin.EVENT);
        var position = new FeedPosition("sluice.usage", 3, "topic", 17);

        assertThatThrownBy(() ->
                        ledger.book(new FeedStep(List.of(good, bad), List.of(), List.of(position))))
                .isInstanceOf(SQLException.class);

        assertThat(books.number("SELECT count(*) FROM usage_entry")).isZero();
        assertThat(books.number("SELECT count(*) FROM usage_day")).isZero();
        assertThat(ledger.positions("sluice.usage")).isEmpty();
    }

    @Test
    void refusesSumsThatNoColumnHoldsAsTheDatabaseDoes() throws SQLException {
        var dear = Stream.generate(this::dearest).limit(10).toList();

        assertThatThrownBy(() -> ledger.book(FeedStep.of(dear)))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).startsWith("22"));
        assertThat(books.number("SELECT count(*) FROM usage_entry")).isZero();

        for (var one : dear.subList(0, 9)) {
            ledger.book(FeedStep.of(List.of(one)));
        }
        assertThatThrownBy(() -> ledger.book(FeedStep.of(dear.subList(9, 10))))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).startsWith("22"));
    }

    private UsageEntry dearest() {
        var call =
                Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 1_000_000_000_000_000_000L, 1, 1);
        return Calls.entry(call);
    }

    @Test
    void writesEveryTextAsItIs() throws SQLException {
        var odd = "a\\b\tc\nd\re\"f'g\\.\uD83D\uDE00\u00E9\\N";
        var call = Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 1, 1, 1);

        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "endUser", odd)))));

        assertThat(books.rows("SELECT end_user FROM usage_entry")).containsExactly(odd);
        assertThat(books.rows("SELECT end_user FROM usage_day_user")).containsExactly(odd);
        assertThat(books.rows("SELECT event ->> 'endUser' FROM usage_entry")).containsExactly(odd);
    }

    @Test
    void booksTheNewAmongThoseThatAreBookedAlready() throws SQLException {
        var calls =
                Stream.generate(() ->
                                Calls.entry(
                                        Calls.call(Uuid7.at(NOON), UsageStatus.COMPLETED, 7, 5, 1)))
                        .limit(50)
                        .toList();
        ledger.book(FeedStep.of(calls.subList(10, 20)));

        var booked = ledger.book(FeedStep.of(calls));

        assertThat(booked).isEqualTo(new Booked(40, 0, 10, 0, 0));
        assertThat(books.number("SELECT sum(requests) FROM usage_day")).isEqualTo(50);
        assertThat(books.number("SELECT count(*) FROM ledger_posting")).isEqualTo(200);
    }

    @Test
    void neverMovesAnOffsetBackUnlessTheTopicIsAnother() throws SQLException {
        ledger.book(at(new FeedPosition("sluice.usage", 3, "first", 17)));
        ledger.book(at(new FeedPosition("sluice.usage", 3, "first", 12)));
        assertThat(ledger.positions("sluice.usage").get(3).nextOffset()).isEqualTo(17);

        ledger.book(at(new FeedPosition("sluice.usage", 3, "second", 2)));
        assertThat(ledger.positions("sluice.usage").get(3).nextOffset()).isEqualTo(2);
    }

    private static FeedStep at(FeedPosition position) {
        return new FeedStep(List.of(), List.of(), List.of(position));
    }

    @Test
    void refusesToChangeWhatIsBookedAndPostingsThatDoNotBalance() throws SQLException {
        ledger.book(
                FeedStep.of(
                        List.of(
                                Calls.entry(
                                        Calls.call(
                                                Uuid7.at(NOON), UsageStatus.COMPLETED, 9, 1, 1)))));

        assertThatThrownBy(() -> books.execute("UPDATE usage_entry SET cost_nanos = 0"))
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> books.execute("DELETE FROM usage_entry_20261130"))
                .hasMessageContaining("append-only");
        assertThatThrownBy(() -> books.execute("DELETE FROM ledger_posting"))
                .hasMessageContaining("append-only");
        assertThatThrownBy(() ->
                        books.execute(
                                """
                                INSERT INTO ledger_posting (day, transaction_id, line,
                                    account, party, currency, amount_nanos, billed_in) VALUES ('2026-11-30',
                                    gen_random_uuid(), 1, 'usage_revenue', 'x', 'USD', 5, '2026-11-01')
                                """))
                .hasMessageContaining("differ by 5");
    }

    @Test
    void rebuildsRollUpsToTheSameRows() throws SQLException {
        RandomCalls.book(ledger, 11, 400);
        var before = allRollUps();
        books.execute("DELETE FROM usage_day");
        books.execute("UPDATE usage_quarter_hour SET cost_nanos = 1");
        books.execute("UPDATE usage_day_user SET tokens_output = 7");

        var rollups = new Rollups(books.dataSource());
        var first = rollups.rebuild(LocalDate.of(2026, 11, 30));
        rollups.rebuild(LocalDate.of(2026, 12, 1));
        var again = rollups.rebuild(LocalDate.of(2026, 11, 30));

        assertThat(before).hasSizeGreaterThan(20);
        assertThat(allRollUps()).isEqualTo(before);
        assertThat(first.corrected()).isPositive();
        assertThat(again.corrected()).isZero();
        assertThat(again.rows()).isEqualTo(first.rows());
    }

    private List<String> allRollUps() {
        var rows = new ArrayList<String>();
        for (var rollup : RollupSql.values()) {
            rows.addAll(books.rows("SELECT * FROM " + rollup.table() + " AS r ORDER BY r::text"));
        }
        return rows;
    }
}
