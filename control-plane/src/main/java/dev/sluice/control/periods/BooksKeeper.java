package dev.sluice.control.periods;

import dev.sluice.control.ledger.UsageDays;
import dev.sluice.control.metering.LedgerSettings;
import dev.sluice.control.metering.UsageFeed;
import dev.sluice.control.rounds.PeriodicLook;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Does what is due in the books by the calendar. Each control plane may run it: what one has done,
 * another finds done.
 */
@Component
final class BooksKeeper extends PeriodicLook {
    private static final Logger LOG = LoggerFactory.getLogger(BooksKeeper.class);

    private final UsageDays days;
    private final MonthCloser closer;
    private final Periods periods;
    private final UsageFeed feed;
    private final LedgerSettings settings;
    private final Clock clock;

    BooksKeeper(
            UsageDays days,
            MonthCloser closer,
            Periods periods,
            UsageFeed feed,
            LedgerSettings settings,
            Clock clock) {
        super("books-keeper", settings.keepEvery());
        this.days = days;
        this.closer = closer;
        this.periods = periods;
        this.feed = feed;
        this.settings = settings;
        this.clock = clock;
    }

    /** One look; what cannot be done now is done at a later one. */
    @Override
    protected void look() {
        try {
            var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
            days.ensureAhead(today, settings.daysAhead());
            closeDueMonths();
            dropOldDays(today);
        } catch (SQLException | DataAccessException | TransactionException away) {
            LOG.warn("the database does not answer: {}", away.toString());
        } catch (RuntimeException bug) {
            LOG.error("keeping the books failed", bug);
        }
    }

    /** What is still on Kafka after an outage would be late for a month that was closed first. */
    private void closeDueMonths() {
        if (!feed.hasCaughtUp() || !feed.reachesKafka()) {
            LOG.debug("months wait for the ledger to catch up");
            return;
        }
        for (var due : closer.due(clock.instant().minus(settings.closeAfter()))) {
            periods.closeDue(due);
        }
    }

    private void dropOldDays(LocalDate today) throws SQLException {
        if (settings.retentionMonths() == 0) {
            return;
        }
        var first = today.withDayOfMonth(1).minusMonths(settings.retentionMonths());
        var dropped = days.dropBefore(first);
        if (!dropped.isEmpty()) {
            LOG.info("retention dropped the entries of {}", dropped);
        }
    }
}
