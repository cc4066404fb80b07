package dev.sluice.control.periods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Calls;
import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.UsageDays;
import dev.sluice.control.metering.LedgerSettings;
import dev.sluice.control.metering.UsageFeed;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageStatus;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Looks of a keeper of the test's own, whose clock stands in a month of long ago. */
class BooksKeeperIT extends ControlPlaneTest {
    private static final Instant USED = Instant.parse("2021-02-10T12:00:00Z");

    private final String tenant = "kept-" + UUID.randomUUID();

    @Autowired private Ledger ledger;
    @Autowired private UsageDays days;
    @Autowired private MonthCloser closer;
    @Autowired private Periods periods;
    @Autowired private UsageFeed feed;

    @Test
    void makesDaysClosesMonthsAndDropsDaysByTheCalendar() throws SQLException {
        var call = Calls.call(Uuid7.at(USED.toEpochMilli()), UsageStatus.COMPLETED, 7, 5, 1);
        ledger.book(FeedStep.of(List.of(Calls.entry(Calls.with(call, "tenant", tenant)))));
        await().until(feed::hasCaughtUp);

        keeperAt("2021-03-03T23:59:59Z").look();
        assertThat(states()).isEqualTo("over");

        keeperAt("2021-03-04T00:00:00Z").look();
        assertThat(states()).isEqualTo("closed");
        assertThat(isThere(LocalDate.of(2021, 3, 7))).isTrue();
        assertThat(isThere(LocalDate.of(2021, 3, 8))).isFalse();

        keeperAt("2021-04-30T00:00:00Z").look();
        assertThat(isThere(LocalDate.of(2021, 2, 10))).isTrue();
        keeperAt("2021-05-01T00:00:00Z").look();
        assertThat(isThere(LocalDate.of(2021, 2, 10))).isFalse();
    }

    /** Keeps two months; the rest of the settings are the usual ones. */
    private BooksKeeper keeperAt(String now) {
        var settings =
                new LedgerSettings(
                        1,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(1),
                        3,
                        2,
                        Duration.ofDays(3));
        var clock = Clock.fixed(Instant.parse(now), ZoneOffset.UTC);
        return new BooksKeeper(days, closer, periods, feed, settings, clock);
    }

    private String states() {
        var items = admin().get("/api/v1/periods?tenant=" + tenant).json().path("items");
        return items.path(0).path("state").asString();
    }

    private boolean isThere(LocalDate day) {
        return database.sql(
                        """
                        SELECT EXISTS (SELECT FROM usage_day_partition
                                       WHERE day = ? AND dropped_at IS NULL)
                        """)
                .param(day)
                .query(Boolean.class)
                .single();
    }
}
