package dev.sluice.control.leader;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes one of several control planes the leader: it holds an advisory lock of PostgreSQL for as
 * long as its session lives.
 */
public final class LeaderLock implements AutoCloseable {
    private static final long LOCK = 0x5355_4943_4501L;
    private static final int CHECK_SECONDS = 2;

    private final DataSource dataSource;
    private @Nullable Connection session;

    public LeaderLock(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Tries to become the leader, or finds out whether it still is. */
    public boolean isLeader() throws SQLException {
        var held = session;
        if (held != null) {
            if (held.isValid(CHECK_SECONDS)) {
                return true;
            }
            resign();
        }
        var candidate = dataSource.getConnection();
        try (var statement = candidate.createStatement();
                var row = statement.executeQuery("SELECT pg_try_advisory_lock(" + LOCK + ")")) {
            row.next();
            if (row.getBoolean(1)) {
                session = candidate;
                return true;
            }
        } catch (SQLException failed) {
            candidate.close();
            throw failed;
        }
        candidate.close();
        return false;
    }

    @Override
    public void close() throws SQLException {
        resign();
    }

    /** Lets another one lead. */
    public void resign() throws SQLException {
        var held = session;
        session = null;
        if (held == null) {
            return;
        }
        // The connection may go back to a pool: give the lock up, or break the connection.
        try (held;
                var statement = held.createStatement()) {
            statement.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
        } catch (SQLException broken) {
            held.abort(Runnable::run);
        }
    }
}
