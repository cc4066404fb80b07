package dev.sluice.admin.ui;

import dev.sluice.admin.ConsoleApplication;
import dev.sluice.embedded.testing.TestPostgres;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.secret.SecretSealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The control plane with its console over real servers, once for all tests of the JVM. */
final class RunningConsole {
    static final String PASSWORD = "a-password-of-the-tests";
    static final String TOKEN = "sat_of-the-tests";

    private static final TestPostgres DATABASE = TestServers.newDatabase();
    private static final ConfigurableApplicationContext CONTEXT = start();

    private RunningConsole() {}

    static String address() {
        var web = (WebServerApplicationContext) CONTEXT;
        return "http://127.0.0.1:" + web.getWebServer().getPort();
    }

    /** Puts rows there that only time would bring. */
    static void execute(String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(
                                DATABASE.jdbcUrl(), DATABASE.user(), DATABASE.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ConfigurableApplicationContext start() {
        try {
            var directory = Files.createTempDirectory("sluice-console");
            var keyset =
                    Files.writeString(directory.resolve("keyset"), SecretSealer.generateKeyset());
            return SpringApplication.run(ConsoleApplication.class, settings(directory, keyset));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static String[] settings(Path directory, Path keyset) {
        return new String[] {
            "--server.port=0",
            "--SLUICE_DB_URL=" + DATABASE.jdbcUrl(),
            "--SLUICE_DB_USER=" + DATABASE.user(),
            "--SLUICE_DB_PASSWORD=" + DATABASE.password(),
            "--SLUICE_REDIS_URL=" + TestServers.redis().uri(),
            "--SLUICE_KAFKA=" + TestServers.kafka(),
            "--SLUICE_KEYSET_FILE=" + keyset,
            "--SLUICE_DATA_DIR=" + directory,
            // A month that a test closes must not be closed by itself before.
            "--sluice.ledger.close-after=3650d",
            "--SLUICE_ADMIN_PASSWORD=" + PASSWORD,
            "--SLUICE_ADMIN_TOKEN=" + TOKEN
        };
    }
}
