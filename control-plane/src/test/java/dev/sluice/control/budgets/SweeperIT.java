package dev.sluice.control.budgets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Books;
import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class SweeperIT {
    private static final Instant BEGAN = Instant.parse("2026-11-30T12:00:00Z");

    private final String tenant = "swept-" + UUID.randomUUID();
    private final KeyPath path = new KeyPath(tenant, "bot", "prod", null);
    private final String budget = RedisKeys.budget(tenant, tenant, "money:month", BEGAN);
    private final UUID id = Uuid7.at(BEGAN.toEpochMilli());
    private final Books books = new Books();
    private SharedStore store;
    private Reservations reservations;

    @BeforeEach
    void connect() {
        store = new SharedStore(TestServers.redis().uri());
        reservations = new Reservations(store);
    }

    @AfterEach
    void disconnect() {
        store.close();
    }

    @Test
    void booksAnAbandonedCallByWhatItLastCarried() throws SQLException {
        reservations.hold(id, path, budget, 500, 120, Reservations.facts(path, BEGAN, "m1"));

        sweepUntilBooked();

        assertThat(
                        books.rows(
                                "SELECT event_id, status, cost_nanos, tokens_input, origin"
                                        + " FROM usage_entry"))
                .containsExactly(id + "|abandoned|120|30|sweep");
        assertThat(counter()).isEqualTo(new SharedStore.Counter(120, 0));
        sweeper(books.dataSource(), Duration.ZERO).sweep(tenant);
        assertThat(books.number("SELECT count(*) FROM usage_entry")).isEqualTo(1);
    }

    @Test
    void leavesALeaseThatRanOutOnlyJustNow() throws SQLException {
        reservations.hold(id, path, budget, 500, 120, Reservations.facts(path, BEGAN, "m1"));

        sweeper(books.dataSource(), Duration.ofMinutes(5)).sweep(tenant);

        assertThat(books.number("SELECT count(*) FROM usage_entry")).isZero();
        assertThat(counter()).isEqualTo(new SharedStore.Counter(0, 500));
    }

    @Test
    void booksOnceThoughASweeperDiedBetweenSweepingAndBooking() throws SQLException {
        reservations.hold(id, path, budget, 500, 120, Reservations.facts(path, BEGAN, "m1"));
        var nobody = new PGSimpleDataSource();
        nobody.setURL("jdbc:postgresql://127.0.0.1:1/none");
        await().until(() -> counter().held() == 500);
        await().untilAsserted(() -> {
            assertThatThrownBy(() -> sweeper(nobody, Duration.ZERO).sweep(tenant))
                    .isInstanceOf(SQLException.class);
        });
        assertThat(counter()).isEqualTo(new SharedStore.Counter(120, 0));

        sweepUntilBooked();
        sweeper(books.dataSource(), Duration.ZERO).sweep(tenant);

        assertThat(books.number("SELECT count(*) FROM usage_entry")).isEqualTo(1);
        assertThat(counter()).isEqualTo(new SharedStore.Counter(120, 0));
    }

    @Test
    void countsAsADuplicateWhatTheNodeReportedFirst() throws SQLException {
        reservations.hold(id, path, budget, 500, 120, Reservations.facts(path, BEGAN, "m1"));
        var event = Calls.call(id, UsageStatus.COMPLETED, 90, 5, 1);
        new Ledger(books.dataSource()).book(FeedStep.of(List.of(Calls.entry(event))));

        await().until(() -> {
            sweeper(books.dataSource(), Duration.ZERO).sweep(tenant);
            return counter().held() == 0;
        });

        assertThat(books.rows("SELECT status, cost_nanos FROM usage_effective"))
                .containsExactly("completed|90");
    }

    @Test
    void setsFactsThatCannotBeReadAside() throws SQLException {
        reservations.hold(id, path, budget, 500, 120, "{\"v\":1}");

        await().until(() -> {
            sweeper(books.dataSource(), Duration.ZERO).sweep(tenant);
            return books.number("SELECT count(*) FROM poison_record") == 1;
        });

        assertThat(books.rows("SELECT topic, reason, topic_id FROM poison_record"))
                .containsExactly("redis:reservations|unreadable|" + id);
    }

    private void sweepUntilBooked() {
        await().until(() -> {
            sweeper(books.dataSource(), Duration.ZERO).sweep(tenant);
            return books.number("SELECT count(*) FROM usage_entry") == 1;
        });
    }

    private SharedStore.Counter counter() {
        return store.counters(List.of(budget)).getFirst().orElseThrow();
    }

    private Sweeper sweeper(PGSimpleDataSource dataSource, Duration grace) {
        return new Sweeper(
                store,
                new Ledger(dataSource),
                new Rater(KnownBooks.NONE),
                new FeedMetrics(new SimpleMeterRegistry()),
                grace);
    }
}
