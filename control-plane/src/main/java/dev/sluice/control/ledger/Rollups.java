package dev.sluice.control.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Makes roll-ups anew from the calls themselves, a UTC day at a time. */
public final class Rollups {
    private static final String WITHIN =
            " WHERE e.day BETWEEN ? AND ? AND e.started_at >= ? AND e.started_at < ?";

    /**
     * What moved the sums: entries, true results, and what those corrected, taken out in the month
     * of the correction.
     */
    private static final String MOVEMENTS =
            """
            SELECT 1 AS sign, %1$s FROM usage_entry e %3$s
            UNION ALL
            SELECT 1 AS sign, %1$s FROM usage_adjustment e %3$s
            UNION ALL
            SELECT -1 AS sign, %2$s
            FROM usage_adjustment a JOIN usage_entry e ON e.day = a.day AND e.event_id = a.event_id
            %3$s
            """
                    .formatted(UsageColumns.namesOf("e"), UsageColumns.namesOf("e", "a"), WITHIN);

    private static final String DROPPED =
            """
            SELECT EXISTS (SELECT FROM usage_day_partition
                           WHERE day BETWEEN ? AND ? AND dropped_at IS NOT NULL)
            """;

    /**
     * What became of a day.
     *
     * @param rows of all roll-ups
     * @param corrected how many of them were not what the calls come to
     */
    public record Rebuilt(LocalDate day, long rows, long corrected) {}

    private final DataSource dataSource;

    public Rollups(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Whether the calls of a day are still there. */
    public boolean isKept(LocalDate day) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            return isKept(connection, day);
        }
    }

    private static boolean isKept(Connection connection, LocalDate day) throws SQLException {
        try (var query = connection.prepareStatement(DROPPED)) {
            query.setObject(1, day.minusDays(1));
            query.setObject(2, day.plusDays(1));
            try (var row = query.executeQuery()) {
                row.next();
                return !row.getBoolean(1);
            }
        }
    }

    /**
     * Rebuilds a UTC day by the time at which calls began. Bookings wait for it: each either is
     * summed here or adds itself afterwards.
     */
    public Rebuilt rebuild(LocalDate day) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                var rebuilt = new Rebuilt(day, 0, 0);
                for (var rollup : RollupSql.values()) {
                    rebuilt = rebuild(connection, rollup, rebuilt);
                }
                // Asked last: retention cannot have dropped it in between.
                if (!isKept(connection, day)) {
                    throw new SQLException("the entries around " + day + " were dropped");
                }
                connection.commit();
                return rebuilt;
            } catch (SQLException failed) {
                connection.rollback();
                throw failed;
            }
        }
    }

    private static Rebuilt rebuild(Connection connection, RollupSql rollup, Rebuilt sofar)
            throws SQLException {
        var start = sofar.day().atStartOfDay().atOffset(ZoneOffset.UTC);
        var end = start.plusDays(1);
        var within = " WHERE %1$s >= ? AND %1$s < ?".formatted(rollup.time());
        run(connection, "LOCK TABLE " + rollup.table() + " IN SHARE ROW EXCLUSIVE MODE", List.of());
        run(
                connection,
                "CREATE TEMP TABLE rollup_before ON COMMIT DROP AS SELECT * FROM "
                        + rollup.table()
                        + within,
                List.of(start, end));
        run(connection, "DELETE FROM " + rollup.table() + within, List.of(start, end));
        // An event's day is that of its id; a call may begin a moment before or after it.
        List<Object> span = List.of(sofar.day().minusDays(1), sofar.day().plusDays(1), start, end);
        int rows =
                run(
                        connection,
                        rollup.insertFrom("(" + MOVEMENTS + ") AS calls"),
                        Stream.of(span, span, span).flatMap(List::stream).toList());
        rows -= run(connection, rollup.removeEmpty(), List.of(start, end));
        long corrected = corrected(connection, rollup, List.of(start, end, start, end));
        run(connection, "DROP TABLE rollup_before", List.of());
        return new Rebuilt(sofar.day(), sofar.rows() + rows, sofar.corrected() + corrected);
    }

    /** Rows that are there now and were not, or the other way round: whichever are more. */
    private static long corrected(
            Connection connection, RollupSql rollup, List<OffsetDateTime> bounds)
            throws SQLException {
        var sql =
                """
                SELECT greatest(
                    (SELECT count(*) FROM (SELECT * FROM %1$s WHERE %2$s >= ? AND %2$s < ?
                                           EXCEPT ALL SELECT * FROM rollup_before) AS added),
                    (SELECT count(*) FROM (SELECT * FROM rollup_before
                                           EXCEPT ALL SELECT * FROM %1$s
                                           WHERE %2$s >= ? AND %2$s < ?) AS gone))
                """
                        .formatted(rollup.table(), rollup.time());
        try (var query = connection.prepareStatement(sql)) {
            for (int i = 0; i < bounds.size(); i++) {
                query.setObject(i + 1, bounds.get(i));
            }
            try (var row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static int run(Connection connection, String sql, List<?> parameters)
            throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            return statement.executeUpdate();
        }
    }
}
