package dev.sluice.control.ledger;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The daily partitions of the books. They are made in a transaction of their own before a booking
 * needs them, so that no booking holds the locks that making one takes.
 */
final class UsageDays {
    private final DataSource dataSource;
    private final Set<LocalDate> known = ConcurrentHashMap.newKeySet();

    UsageDays(DataSource dataSource) {
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
}
