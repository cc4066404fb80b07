package dev.sluice.control.ledger;

import dev.sluice.embedded.testing.TestPostgres;
import dev.sluice.embedded.testing.TestServers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** A migrated database of a test's own, and what stands in it. */
public final class Books {
    private final PGSimpleDataSource dataSource = new PGSimpleDataSource();

    public Books() {
        this(TestServers.newDatabase());
    }

    public Books(TestPostgres database) {
        dataSource.setURL(database.jdbcUrl());
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }

    public PGSimpleDataSource dataSource() {
        return dataSource;
    }

    public long number(String sql) {
        return Long.parseLong(rows(sql).getFirst());
    }

    public void execute(String sql) throws SQLException {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Each row's columns as text, joined by a bar. */
    public List<String> rows(String sql) {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            var rows = new ArrayList<String>();
            while (found.next()) {
                var columns = new ArrayList<String>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    columns.add(found.getString(i));
                }
                rows.add(String.join("|", columns.stream().map(String::valueOf).toList()));
            }
            return rows;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
