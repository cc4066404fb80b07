package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each server really starts, keeps its data over a crash, is taken over, and stops. */
class EmbeddedServersIT {
    @TempDir Path dir;

    @Test
    void postgresKeepsWhatWasCommittedWhenItIsKilled() throws Exception {
        int port = Ports.free();
        var first = EmbeddedPostgresServer.start(dir, port);
        try {
            execute(first, "create table kept(value int)");
            execute(first, "insert into kept values (42)");
            assertThat(setting(first, "fsync")).isEqualTo("on");
            assertThat(setting(first, "synchronous_commit")).isEqualTo("on");
            assertThat(setting(first, "unix_socket_directories")).isEmpty();
        } finally {
            first.process().kill();
        }

        var second = EmbeddedPostgresServer.start(dir, port);
        try {
            assertThat(second.pid()).isNotEqualTo(first.pid());
            assertThat(query(second, "select value from kept")).isEqualTo("42");
        } finally {
            second.stop();
        }
        assertThat(second.process().isAlive()).isFalse();
    }

    @Test
    void postgresRefusesAWrongPassword() {
        var server = EmbeddedPostgresServer.start(dir, Ports.free());
        try {
            assertThatThrownBy(() ->
                            DriverManager.getConnection(server.jdbcUrl(), server.user(), "guessed"))
                    .isInstanceOf(SQLException.class);
        } finally {
            server.stop();
        }
    }

    /**
     * Root finds the directory owned by somebody else, as after a start without user namespaces.
     */
    @Test
    void postgresNeverRunsAsRoot() throws Exception {
        boolean root = Files.getAttribute(dir, "unix:uid").equals(0);
        if (root) {
            Commands.run(List.of("chown", "65534:65534", dir.toString()));
        }
        var server = EmbeddedPostgresServer.start(dir, Ports.free());
        try {
            var owner = Files.getAttribute(Path.of("/proc/" + server.pid()), "unix:uid");
            assertThat(owner).isNotEqualTo(0);
            assertThat(query(server, "select 1")).isEqualTo("1");
        } finally {
            server.stop();
        }
    }

    @Test
    void aRunningServerIsTakenOverInsteadOfStartedTwice() {
        int port = Ports.free();
        var first = EmbeddedRedisServer.start(dir, port);
        try {
            var second = EmbeddedRedisServer.start(dir, port);
            assertThat(first.adopted()).isFalse();
            assertThat(second.adopted()).isTrue();
            assertThat(second.process()).isEqualTo(first.process());
        } finally {
            first.stop();
        }
    }

    @Test
    void redisKeepsItsDataOverARestart() {
        int port = Ports.free();
        var first = EmbeddedRedisServer.start(dir, port);
        assertThat(EmbeddedRedisServer.call(port, "SET kept 42")).isEqualTo("+OK");
        first.stop();
        assertThat(Ports.isFree(port)).isTrue();

        var second = EmbeddedRedisServer.start(dir, port);
        try {
            assertThat(EmbeddedRedisServer.call(port, "STRLEN kept")).isEqualTo(":2");
        } finally {
            second.stop();
        }
    }

    @Test
    void kafkaKeepsItsTopicsWhenItIsKilled() throws Exception {
        int port = Ports.free();
        var first = EmbeddedKafkaServer.start(dir, port);
        try (var admin = admin(first)) {
            admin.createTopics(List.of(new NewTopic("kept", 3, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        } finally {
            first.process().kill();
        }

        var second = EmbeddedKafkaServer.start(dir, port);
        try (var admin = admin(second)) {
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).contains("kept");
        } finally {
            second.stop();
        }
    }

    @Test
    void aBusyPortIsNamedBeforeAnythingStarts() {
        int port = Ports.free();
        var other = EmbeddedRedisServer.start(dir.resolve("other"), port);
        try {
            assertThatThrownBy(() -> EmbeddedRedisServer.start(dir.resolve("late"), port))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessage(
                            "redis cannot use port %d: another process listens there."
                                    .formatted(port));
            assertThat(dir.resolve("late")).doesNotExist();
        } finally {
            other.stop();
        }
    }

    @Test
    void aServerThatEndsAtItsStartIsReportedWithTheEndOfItsLog() throws Exception {
        Files.writeString(dir.resolve("appendonly.aof"), "this is no append-only file");

        assertThatThrownBy(() -> EmbeddedRedisServer.start(dir, Ports.free()))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("redis ended while it started")
                .hasMessageContaining("Bad file format");
    }

    @Test
    void aReportShowsNothingOfAnEarlierStart() {
        for (String word : List.of("earlier", "later")) {
            var command =
                    new ServerCommand(
                            "brief",
                            List.of("sh", "-c", "echo this is " + word),
                            Map.of(),
                            dir,
                            dir.resolve("brief.log"),
                            dir.resolve("brief.pid"));
            var process = command.launch();
            assertThat(process.awaitEnd(Duration.ofSeconds(10))).isTrue();
            assertThatThrownBy(
                            () -> command.awaitReady(process, Duration.ofSeconds(5), () -> false))
                    .hasMessageContaining("this is " + word)
                    .satisfies(it -> assertThat(it.getMessage().split("this is")).hasSize(2));
        }
    }

    @Test
    void aPidThatWasGivenAwayIsNotTakenForTheServer() {
        Path pidFile = dir.resolve("server.pid");
        var self = ServerProcess.of("self", ProcessHandle.current());
        new ServerProcess("earlier", self.pid(), self.startedAtMs() - 60_000).record(pidFile);

        assertThat(ServerProcess.recorded("earlier", pidFile)).isPresent();
        assertThat(ServerProcess.living("earlier", pidFile)).isEmpty();
    }

    @Test
    void stopEndsAProcessThatIgnoresTheSignal() {
        var command =
                new ServerCommand(
                        "stubborn",
                        List.of("sh", "-c", "trap '' TERM; touch ready; while :; do sleep 1; done"),
                        Map.of(),
                        dir,
                        dir.resolve("stubborn.log"),
                        dir.resolve("stubborn.pid"));
        var process = command.launch();
        command.awaitReady(
                process, Duration.ofSeconds(10), () -> Files.exists(dir.resolve("ready")));

        process.stop(Duration.ofMillis(300));

        assertThat(process.isAlive()).isFalse();
    }

    private static Admin admin(EmbeddedKafkaServer server) {
        return Admin.create(Map.of("bootstrap.servers", server.bootstrapServers()));
    }

    private static void execute(EmbeddedPostgresServer server, String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(
                                server.jdbcUrl(), server.user(), server.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String setting(EmbeddedPostgresServer server, String name) throws SQLException {
        return query(server, "select current_setting('" + name + "')");
    }

    private static String query(EmbeddedPostgresServer server, String sql) throws SQLException {
        try (var connection =
                        DriverManager.getConnection(
                                server.jdbcUrl(), server.user(), server.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
