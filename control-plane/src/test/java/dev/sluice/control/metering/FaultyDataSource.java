package dev.sluice.control.metering;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A real database whose sessions are killed at the next commits: just before the commit reaches the
 * server, or just after, when the client cannot know that it did; or that takes no connection.
 */
final class FaultyDataSource implements DataSource {
    private final DataSource real;
    final AtomicInteger killsBefore = new AtomicInteger();
    final AtomicInteger killsAfter = new AtomicInteger();
    final AtomicBoolean away = new AtomicBoolean();

    FaultyDataSource(DataSource real) {
        this.real = real;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (away.get()) {
            throw new SQLException("nobody listens", "08001");
        }
        var connection = real.getConnection();
        return (Connection)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            try {
                                if (!method.getName().equals("commit")) {
                                    return method.invoke(connection, arguments);
                                }
                                commit(connection);
                                return null;
                            } catch (InvocationTargetException failed) {
                                throw failed.getCause();
                            }
                        });
    }

    private void commit(Connection connection) throws SQLException {
        int pid = pidOf(connection);
        if (killsBefore.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            kill(pid);
        }
        connection.commit();
        if (killsAfter.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            kill(pid);
            throw new SQLException("the connection broke while committing", "08006");
        }
    }

    private static int pidOf(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void kill(int pid) throws SQLException {
        try (var other = real.getConnection();
                var statement = other.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(" + pid + ", 5000)");
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return real.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        real.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        real.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return real.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return real.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return real.isWrapperFor(type);
    }
}
