package dev.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * PostgreSQL on this machine, durable, without a socket file, with a password of its own. The
 * directory holds {@code data/}, {@code password} and {@code server.pid}.
 */
public final class EmbeddedPostgresServer implements EmbeddedServer {
    public static final String USER = "sluice";
    public static final String DATABASE = "sluice";

    private static final String FIRST_DATABASE = "postgres";
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration STOP_GRACE = Duration.ofSeconds(20);
    private static final int PASSWORD_BYTES = 16;

    private final Running running;
    private final String password;

    private EmbeddedPostgresServer(Running running, String password) {
        this.running = running;
        this.password = password;
    }

    /**
     * Starts PostgreSQL on a directory, or takes over the one that runs there; returns when it
     * answers.
     */
    public static EmbeddedPostgresServer start(Path dir, int port) {
        return start(dir, port, dir.resolve("postgres.log"));
    }

    public static EmbeddedPostgresServer start(Path dir, int port, Path log) {
        Path home = dir.toAbsolutePath().normalize();
        var found = ServerProcess.living("postgres", EmbeddedServer.pidFile(home));
        Path programs = programs();
        makeDirectory(home);
        List<String> prefix =
                found.isPresent()
                        ? List.of()
                        : UnprivilegedUser.prefix(home, programs.resolve("postgres"));
        if (found.isEmpty()) {
            Ports.requireFree("postgres", port);
            initialise(home, programs, prefix);
        }
        String password = password(home);
        var command =
                new ServerCommand(
                        "postgres",
                        serverWords(prefix, programs, home, port),
                        Map.of("LC_ALL", "C", "TZ", "UTC"),
                        home.resolve("data"),
                        log,
                        EmbeddedServer.pidFile(home));
        var running =
                command.obtain(
                        port,
                        START_TIMEOUT,
                        () -> answers(port, password),
                        EmbeddedPostgresServer::stop);
        var server = new EmbeddedPostgresServer(running, password);
        try {
            server.createDatabase(DATABASE);
        } catch (ServerStartException failure) {
            if (!running.adopted()) {
                server.stop();
            }
            throw failure;
        }
        return server;
    }

    public String jdbcUrl() {
        return jdbcUrl(DATABASE);
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port(), database);
    }

    public String user() {
        return USER;
    }

    public String password() {
        return password;
    }

    /** Creates a database unless it is there. */
    public void createDatabase(String name) {
        try (var connection = connect(port(), password);
                var find =
                        connection.prepareStatement("select 1 from pg_database where datname = ?");
                var create = connection.createStatement()) {
            find.setString(1, name);
            if (!find.executeQuery().next()) {
                create.execute("create database \"" + name.replace("\"", "\"\"") + "\"");
            }
        } catch (SQLException failure) {
            throw new ServerStartException(
                    "postgres did not create the database %s: %s"
                            .formatted(name, failure.getMessage()),
                    failure);
        }
    }

    @Override
    public Running running() {
        return running;
    }

    @Override
    public void stop() {
        stop(running.process());
    }

    /** INT is PostgreSQL's fast shutdown: it ends the sessions, TERM would wait for them. */
    public static void stop(ServerProcess process) {
        process.stop("INT", STOP_GRACE);
    }

    private static List<String> serverWords(
            List<String> prefix, Path programs, Path home, int port) {
        var words = new ArrayList<>(prefix);
        words.addAll(
                List.of(
                        programs.resolve("postgres").toString(),
                        "-D",
                        home.resolve("data").toString(),
                        "-p",
                        Integer.toString(port),
                        "-k",
                        ""));
        var settings =
                List.of(
                        "listen_addresses=127.0.0.1",
                        "fsync=on",
                        "synchronous_commit=on",
                        "full_page_writes=on",
                        "max_connections=200",
                        // The pages that bookings write now and again; touched only where they are.
                        "shared_buffers=256MB",
                        // After a checkpoint, each page that is touched goes to the log as a whole.
                        "max_wal_size=4GB",
                        "checkpoint_timeout=15min");
        settings.forEach(setting -> words.addAll(List.of("-c", setting)));
        return words;
    }

    /** Made beside and renamed, so that a crash in the middle leaves nothing half made. */
    private static void initialise(Path home, Path programs, List<String> prefix) {
        Path data = home.resolve("data");
        try {
            if (Files.exists(data.resolve("PG_VERSION"))) {
                // A pid in there that was given away since the crash would keep the server from
                // starting;
                // our own pid file has just said that none of ours runs.
                Files.deleteIfExists(data.resolve("postmaster.pid"));
                return;
            }
            Path passwordFile = home.resolve("password");
            if (!Files.exists(passwordFile)) {
                byte[] random = new byte[PASSWORD_BYTES];
                new SecureRandom().nextBytes(random);
                Files.writeString(passwordFile, HexFormat.of().formatHex(random));
            }
            var fresh = home.resolve("data.new").toString();
            var words = new ArrayList<>(prefix);
            String script =
                    "rm -rf \"$1\" && \"$2\" -D \"$1\" -U "
                            + USER
                            + " -E UTF8 --locale=C -A scram-sha-256 --pwfile=\"$3\"";
            words.addAll(
                    List.of(
                            "sh",
                            "-c",
                            script,
                            "sh",
                            fresh,
                            programs.resolve("initdb").toString(),
                            passwordFile.toString()));
            handOver(passwordFile, home);
            var result = Commands.run(words);
            if (!result.ok()) {
                throw new ServerStartException(
                        "postgres could not make its data directory: " + result.output());
            }
            Files.move(home.resolve("data.new"), data);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot prepare " + data, failure);
        }
    }

    /** The file belongs to whoever owns the directory, and is nobody else's business. */
    private static void handOver(Path file, Path home) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        var owner = Files.getOwner(home);
        if (!Files.getOwner(file).equals(owner)) {
            Files.setOwner(file, owner);
        }
    }

    private static String password(Path home) {
        try {
            return Files.readString(home.resolve("password")).strip();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read the password in " + home, failure);
        }
    }

    private static void makeDirectory(Path home) {
        try {
            Files.createDirectories(home);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot make " + home, failure);
        }
    }

    private static Path programs() {
        boolean arm = Platform.current() == Platform.LINUX_ARM64;
        String resource = arm ? "postgres-linux-arm_64.txz" : "postgres-linux-x86_64.txz";
        return BinaryCache.folder(resource, "postgres-17.7").resolve("bin");
    }

    private static boolean answers(int port, String password) {
        try (var connection = connect(port, password)) {
            return connection.isValid(2);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static Connection connect(int port, String password) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "30");
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, FIRST_DATABASE), properties);
    }
}
