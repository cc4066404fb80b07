package dev.sluice.control.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.ledger.Books;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LeaderLockIT {
    private final Books books = new Books();

    @Test
    void letsOneLeadUntilItGivesUp() throws SQLException {
        try (var first = new LeaderLock(books.dataSource());
                var second = new LeaderLock(books.dataSource())) {
            assertThat(first.isLeader()).isTrue();
            assertThat(first.isLeader()).isTrue();
            assertThat(second.isLeader()).isFalse();

            first.resign();

            assertThat(second.isLeader()).isTrue();
            assertThat(first.isLeader()).isFalse();
        }
    }

    @Test
    void passesOnWhenTheLeadersSessionDies() throws SQLException {
        try (var first = new LeaderLock(books.dataSource());
                var second = new LeaderLock(books.dataSource())) {
            assertThat(first.isLeader()).isTrue();

            books.execute(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks"
                            + " WHERE locktype = 'advisory' AND database ="
                            + " (SELECT oid FROM pg_database WHERE datname = current_database())");

            assertThat(second.isLeader()).isTrue();
            assertThat(first.isLeader()).isFalse();
        }
    }
}
