package dev.sluice.control.ledger;

import dev.sluice.control.calendar.TenantClocks;
import dev.sluice.control.ledger.UsageEntry.Placed;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Books calls: rows, postings, roll-ups and the feed's offsets in one transaction, each event once
 * whatever is delivered how often. Safe for several writers at a time.
 */
public final class Ledger {
    /** PostgreSQL's own word for a figure that no column holds. */
    private static final String OUT_OF_RANGE = "22003";

    private final DataSource dataSource;
    private final UsageDays days;
    private final Supplier<TenantClocks> calendar;

    /** Books whose months are all those of UTC. */
    public Ledger(DataSource dataSource) {
        this(dataSource, new UsageDays(dataSource), () -> TenantClocks.ALL_UTC);
    }

    /**
     * @param calendar tells which month a call belongs to
     */
    public Ledger(DataSource dataSource, UsageDays days, Supplier<TenantClocks> calendar) {
        this.dataSource = dataSource;
        this.days = days;
        this.calendar = calendar;
    }

    /**
     * Books all of it or nothing. After a failure the caller may repeat the step as often as it
     * likes: what was booked meanwhile counts as a duplicate.
     */
    public Booked book(FeedStep step) throws SQLException {
        days.ensureFor(step.entries());
        var clocks = calendar.get();
        try (var connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                var booked = bookEntries(connection, step.entries(), clocks);
                setAside(connection, step.poison());
                moveOffsets(connection, step.positions());
                connection.commit();
                return booked;
            } catch (SQLException | RuntimeException failed) {
                rollBack(connection, failed);
                throw failed;
            }
        }
    }

    /** How far each partition of a topic is booked. */
    public Map<Integer, FeedPosition> positions(String topic) throws SQLException {
        try (var connection = dataSource.getConnection();
                var query = connection.prepareStatement(BookingSql.READ_OFFSETS)) {
            query.setString(1, topic);
            var positions = new HashMap<Integer, FeedPosition>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    var position =
                            new FeedPosition(
                                    topic, rows.getInt(1), rows.getString(2), rows.getLong(3));
                    positions.put(position.partition(), position);
                }
            }
            return positions;
        }
    }

    /** Why the events of calls were set aside, of those where that happened. */
    public Map<UUID, String> reasonsSetAside(Collection<UUID> ids) throws SQLException {
        var reasons = new HashMap<UUID, String>();
        if (ids.isEmpty()) {
            return reasons;
        }
        try (var connection = dataSource.getConnection();
                var query = connection.prepareStatement(BookingSql.READ_SET_ASIDE)) {
            query.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    reasons.put(rows.getObject(1, UUID.class), rows.getString(2));
                }
            }
        }
        return reasons;
    }

    private static Booked bookEntries(
            Connection connection, List<UsageEntry> entries, TenantClocks clocks)
            throws SQLException {
        var all = Booked.NOTHING;
        try {
            for (var round : roundsOf(entries)) {
                all = all.plus(bookRound(connection, round, clocks));
            }
        } catch (ArithmeticException | DateTimeException beyond) {
            throw new SQLDataException(String.valueOf(beyond.getMessage()), OUT_OF_RANGE, beyond);
        }
        return all;
    }

    /**
     * An event may stand twice in one step. Each round holds an event once, in the order in which
     * they came, so that the second meets the row of the first.
     */
    private static List<List<UsageEntry>> roundsOf(List<UsageEntry> entries) {
        var rounds = new ArrayList<List<UsageEntry>>();
        var waiting = entries;
        while (!waiting.isEmpty()) {
            var seen = new HashSet<>();
            var round = new ArrayList<UsageEntry>();
            var next = new ArrayList<UsageEntry>();
            for (var entry : waiting) {
                (seen.add(entry.event().eventId()) ? round : next).add(entry);
            }
            rounds.add(round);
            waiting = next;
        }
        return rounds;
    }

    private static Booked bookRound(
            Connection connection, List<UsageEntry> entries, TenantClocks clocks)
            throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(BookingSql.HOLD_MONTHS_OPEN);
            var calls = new NewCalls(connection);
            var booked = calls.book(entries, clocks);
            return calls.known().isEmpty()
                    ? booked
                    : booked.plus(correct(connection, statement, calls.known()));
        }
    }

    /** Of calls that are booked already: true results of abandoned ones, and duplicates. */
    private static Booked correct(Connection connection, Statement statement, List<Placed> known)
            throws SQLException {
        statement.execute(BookingSql.CREATE_STAGING);
        UsageColumns.rowsOf(known).copyTo(connection, BookingSql.COPY_STAGING);
        statement.execute(BookingSql.TAKE_MONTHS_OF_ENTRIES);
        statement.execute(BookingSql.FIND_OPEN_MONTHS);
        if (statement.executeUpdate(BookingSql.ADJUST) > 0) {
            statement.execute(BookingSql.NOTE_MONTHS_OF_ADJUSTED);
            for (var rollup : RollupSql.values()) {
                statement.execute(rollup.addFrom(BookingSql.ADJUSTED_CALLS));
            }
            statement.execute(BookingSql.POST_ADJUSTMENTS);
            for (var rollup : RollupSql.values()) {
                statement.execute(rollup.removeEmptied(BookingSql.ADJUSTED_CALLS));
            }
        }
        try (var row = statement.executeQuery(BookingSql.OUTCOMES)) {
            row.next();
            var corrected =
                    new Booked(0, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
            statement.execute(BookingSql.CLEAR_STAGING);
            return corrected;
        }
    }

    private static void setAside(Connection connection, List<PoisonRecord> poison)
            throws SQLException {
        if (poison.isEmpty()) {
            return;
        }
        try (var insert = connection.prepareStatement(BookingSql.SET_ASIDE)) {
            for (var record : poison) {
                insert.setString(1, record.topic());
                insert.setInt(2, record.partition());
                insert.setString(3, record.topicId());
                insert.setLong(4, record.offset());
                insert.setString(5, record.reason());
                insert.setString(6, record.detail());
                insert.setObject(7, record.eventId());
                insert.setBytes(8, record.payloadCopy());
                insert.setLong(9, record.payloadBytes());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void moveOffsets(Connection connection, List<FeedPosition> positions)
            throws SQLException {
        if (positions.isEmpty()) {
            return;
        }
        try (var upsert = connection.prepareStatement(BookingSql.MOVE_OFFSET)) {
            for (var position : positions) {
                upsert.setString(1, position.topic());
                upsert.setInt(2, position.partition());
                upsert.setString(3, position.topicId());
                upsert.setLong(4, position.nextOffset());
                upsert.addBatch();
            }
            upsert.executeBatch();
        }
    }

    private static void rollBack(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException alsoFailed) {
            cause.addSuppressed(alsoFailed);
        }
    }
}
