package dev.sluice.control.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import javax.sql.DataSource;

/** Makes roll-ups anew from the calls themselves. */
public final class Rollups {
    private final DataSource dataSource;

    public Rollups(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Rebuilds whole UTC days, both ends included, by the time at which calls began. Bookings wait
     * for it: each either is summed here or adds itself afterwards.
     */
    public void rebuild(LocalDate from, LocalDate to) throws SQLException {
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                for (var rollup : RollupSql.values()) {
                    rebuild(connection, rollup, from, to);
                }
                connection.commit();
            } catch (SQLException failed) {
                connection.rollback();
                throw failed;
            }
        }
    }

    private static void rebuild(
            Connection connection, RollupSql rollup, LocalDate from, LocalDate to)
            throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + rollup.table() + " IN SHARE ROW EXCLUSIVE MODE");
        }
        var delete =
                "DELETE FROM %1$s WHERE %2$s >= ? AND %2$s < ?"
                        .formatted(rollup.table(), rollup.time());
        try (var statement = connection.prepareStatement(delete)) {
            statement.setObject(1, from.atStartOfDay().atOffset(ZoneOffset.UTC));
            statement.setObject(2, to.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC));
            statement.executeUpdate();
        }
        // An event's day is that of its id; a call may begin a moment before or after it.
        var insert =
                rollup.insertFrom(
                        """
                        (SELECT 1 AS sign, * FROM usage_effective
                         WHERE day BETWEEN ? AND ? AND started_at >= ? AND started_at < ?) AS calls
                        """);
        try (var statement = connection.prepareStatement(insert)) {
            statement.setObject(1, from.minusDays(1));
            statement.setObject(2, to.plusDays(1));
            statement.setObject(3, from.atStartOfDay().atOffset(ZoneOffset.UTC));
            statement.setObject(4, to.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC));
            statement.executeUpdate();
        }
    }
}
