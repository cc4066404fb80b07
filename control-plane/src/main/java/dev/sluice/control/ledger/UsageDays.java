package dev.sluice.control.ledger;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The daily partitions of the books. They are made in a transaction of their own before a booking
 * needs them, so that no booking holds the locks that making one takes.
 */
public final class UsageDays {
    private static final Logger LOG = LoggerFactory.getLogger(UsageDays.class);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final DataSource dataSource;
    private final Set<LocalDate> known = ConcurrentHashMap.newKeySet();

    public UsageDays(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The days of the entries, and each day after, so that midnight finds its partition made. */
    void ensureFor(List<UsageEntry> entries) throws SQLException {
        ensure(
                entries.stream()
                        .map(UsageEntry::day)
                        .distinct()
                        .flatMap(day -> Stream.of(day, day.plusDays(1)))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** A day and so many after it. */
    public void ensureAhead(LocalDate today, int days) throws SQLException {
        ensure(today.datesUntil(today.plusDays(days + 1L)).toList());
    }

    private void ensure(Collection<LocalDate> days) throws SQLException {
        if (known.containsAll(days)) {
            return;
        }
        try (var connection = dataSource.getConnection();
                var call = connection.prepareStatement("SELECT ensure_usage_day(?)")) {
            for (var day : days) {
                if (!known.contains(day)) {
                    call.setObject(1, day);
                    call.executeQuery().close();
                    known.add(day);
                }
            }
        }
    }

    /**
     * Drops the entries and postings of days before the given one, oldest first; roll-ups, balances
     * and statements stay. A day of a month that is not closed stays, and so does one that somebody
     * reads just now: both are met again at the next look.
     */
    public List<LocalDate> dropBefore(LocalDate first) throws SQLException {
        var dropped = new ArrayList<LocalDate>();
        try (var connection = dataSource.getConnection();
                var call = connection.prepareStatement("SELECT drop_usage_day(?)")) {
            for (var day : keptBefore(first)) {
                call.setObject(1, day);
                try (var row = call.executeQuery()) {
                    row.next();
                    if (row.getBoolean(1)) {
                        dropped.add(day);
                    }
                } catch (SQLException failed) {
                    if (!LOCK_NOT_AVAILABLE.equals(failed.getSQLState())) {
                        throw failed;
                    }
                    LOG.info("the entries of {} are being read and stay for now", day);
                    break;
                }
            }
        } finally {
            dropped.forEach(known::remove);
        }
        return dropped;
    }

    private List<LocalDate> keptBefore(LocalDate first) throws SQLException {
        try (var connection = dataSource.getConnection();
                var query =
                        connection.prepareStatement(
                                "SELECT day FROM usage_day_partition"
                                        + " WHERE day < ? AND dropped_at IS NULL ORDER BY day")) {
            query.setObject(1, first);
            var days = new ArrayList<LocalDate>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    days.add(rows.getObject(1, LocalDate.class));
                }
            }
            return days;
        }
    }
}
