package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedPosition;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.PoisonRecord;
import dev.sluice.control.metering.FeedMetrics;
import dev.sluice.control.metering.KnownBooks;
import dev.sluice.control.metering.Rater;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.access.KeyPath;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.usage.UsageStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ReceiptsIT {
    private static final Instant BEGAN = Instant.parse("2026-11-30T12:00:00Z");

    private final String tenant = "receipts-" + UUID.randomUUID();
    private final KeyPath path = new KeyPath(tenant, "bot", "prod", null);
    private final String budget = RedisKeys.budget(tenant, tenant, "money:month", BEGAN);
    private final UUID id = Uuid7.at(BEGAN.toEpochMilli());
    private final Books books = new Books();
    private final Ledger ledger = new Ledger(books.dataSource());
    private SharedStore store;

    @BeforeEach
    void settleACall() {
        store = new SharedStore(TestServers.redis().uri());
        var reservations = new Reservations(store);
        reservations.hold(id, path, budget, 500, 0, Reservations.facts(path, BEGAN, "m1"));
        reservations.settle(id, tenant, 90, 26);
    }

    @AfterEach
    void disconnect() {
        store.close();
    }

    @Test
    void strikesOutWhatTheLedgerHas() throws SQLException {
        book(UsageStatus.COMPLETED);

        receipts(true, Duration.ZERO).reconcile(tenant);

        assertThat(listed()).isZero();
        assertThat(record()).isEqualTo(Map.of("state", "settled"));
        assertThat(books.number("SELECT count(*) FROM usage_entry")).isEqualTo(1);
    }

    @Test
    void booksACallWhoseEventIsLostAndLetsALateEventCorrectIt() throws SQLException {
        receipts(true, Duration.ZERO).reconcile(tenant);
        receipts(true, Duration.ZERO).reconcile(tenant);

        assertThat(
                        books.rows(
                                "SELECT event_id, status, origin, cost_nanos, tokens_input,"
                                        + " tokens_output FROM usage_entry"))
                .containsExactly(id + "|abandoned|receipt|90|20|6");
        assertThat(listed()).isZero();
        assertThat(store.counters(List.of(budget)).getFirst())
                .contains(new SharedStore.Counter(90, 0));

        book(UsageStatus.COMPLETED);
        assertThat(books.rows("SELECT status, cost_nanos FROM usage_effective"))
                .containsExactly("completed|90");
    }

    @Test
    void saysInTheRowThatTheEventCameAndWasSetAside() throws SQLException {
        var record =
                PoisonRecord.at(
                        new FeedPosition("sluice.usage", 3, "topic", 17),
                        "unreadable",
                        "no JSON",
                        id,
                        new byte[] {'x'});
        ledger.book(new FeedStep(List.of(), List.of(record), List.of()));

        receipts(true, Duration.ZERO).reconcile(tenant);

        assertThat(
                        books.rows(
                                "SELECT status, cost_nanos,"
                                        + " event->'extensions'->>'event-set-aside' FROM usage_entry"))
                .containsExactly("abandoned|90|unreadable");
    }

    @Test
    void waitsWhileTheEventMayStillCome() throws SQLException {
        receipts(true, Duration.ofMinutes(5)).reconcile(tenant);
        receipts(false, Duration.ZERO).reconcile(tenant);

        assertThat(books.number("SELECT count(*) FROM usage_entry")).isZero();
        assertThat(listed()).isEqualTo(1);
        assertThat(record()).containsEntry("money", "90").containsKey("facts");
    }

    @Test
    void leavesTheReceiptAloneWhenACallIsSettledTwice() throws SQLException {
        new Reservations(store).settle(id, tenant, 400, 400);

        receipts(true, Duration.ZERO).reconcile(tenant);

        assertThat(books.number("SELECT sum(cost_nanos) FROM usage_entry")).isEqualTo(90);
    }

    private void book(UsageStatus status) throws SQLException {
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.call(id, status, 90, 20, 6)))));
    }

    private int listed() {
        return store.oldest(RedisKeys.settled(tenant), Long.MAX_VALUE, 10).size();
    }

    private Map<String, String> record() {
        return store.hashes(List.of(RedisKeys.record(tenant, id))).getFirst();
    }

    private Receipts receipts(boolean feedIsWhole, Duration overdue) {
        return new Receipts(
                store,
                new RecentlyBooked(JdbcClient.create(books.dataSource())),
                ledger,
                new Rater(KnownBooks.NONE),
                new FeedMetrics(new SimpleMeterRegistry()),
                () -> feedIsWhole,
                Clock.offset(Clock.systemUTC(), Duration.ofSeconds(10)),
                overdue);
    }
}
