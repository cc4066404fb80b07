package dev.sluice.embedded.testing;

import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.EmbeddedPostgresServer;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * PostgreSQL, Redis and Kafka for the tests of one JVM, each started when first asked for and
 * stopped with the JVM.
 *
 * <p>Where {@code SLUICE_TEST_PG} (a JDBC URL with user and password), {@code SLUICE_TEST_REDIS} (a
 * {@code redis://} URL) or {@code SLUICE_TEST_KAFKA} (bootstrap servers) are set, as {@code
 * ./sluice test} does, those servers are used: with a new database, with a Redis database number of
 * one's own, and with Kafka emptied of its topics once per JVM. Modules are tested one after
 * another, so that nobody's topics are taken away.
 *
 * <p>A test that stops or kills a server takes one of its own from {@code Embedded…Server.start}.
 */
public final class TestServers {
    private TestServers() {}

    /** The JVM's database; the same at every call. */
    public static TestPostgres postgres() {
        return PostgresHolder.SHARED;
    }

    /** A new, empty database at every call. */
    public static TestPostgres newDatabase() {
        return PostgresHolder.create();
    }

    /** The JVM's Redis database; the same at every call. */
    public static TestRedis redis() {
        return RedisHolder.SHARED;
    }

    /** The bootstrap servers; needs kafka-clients on the class path of the test. */
    public static String kafka() {
        return KafkaHolder.BOOTSTRAP;
    }

    /**
     * All three, started now, as the environment that hands them on to the JVMs of a whole test
     * run; they end with this JVM.
     */
    public static Map<String, String> handedOn() {
        return Map.of(
                "SLUICE_TEST_PG",
                PostgresHolder.ADMIN_URL,
                "SLUICE_TEST_REDIS",
                RedisHolder.SERVER,
                "SLUICE_TEST_KAFKA",
                KafkaHolder.BOOTSTRAP);
    }

    private static Optional<String> given(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
    }

    private static final class PostgresHolder {
        private static final String ADMIN_URL =
                given("SLUICE_TEST_PG")
                        .or(() -> ContainerServers.start("postgres"))
                        .orElseGet(PostgresHolder::start);
        static final TestPostgres SHARED = create();

        private static String start() {
            Path dir = TestDirectories.create("postgres");
            var server = EmbeddedPostgresServer.start(dir, Ports.free());
            TestDirectories.atExit(server::stop);
            return "%s?user=%s&password=%s"
                    .formatted(server.jdbcUrl(), server.user(), server.password());
        }

        static TestPostgres create() {
            String name = "t" + UUID.randomUUID().toString().replace("-", "");
            try (var connection = DriverManager.getConnection(ADMIN_URL);
                    var statement = connection.createStatement()) {
                statement.execute("create database " + name);
            } catch (SQLException failure) {
                throw new IllegalStateException("No database for the tests", failure);
            }
            URI uri = URI.create(ADMIN_URL.substring("jdbc:".length()));
            String url = "jdbc:postgresql://%s/%s".formatted(uri.getAuthority(), name);
            return new TestPostgres(url, setting(uri, "user"), setting(uri, "password"));
        }

        private static String setting(URI uri, String name) {
            return Pattern.compile("&")
                    .splitAsStream(String.valueOf(uri.getQuery()))
                    .filter(part -> part.startsWith(name + "="))
                    .map(part -> part.substring(name.length() + 1))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("SLUICE_TEST_PG names no " + name + "."));
        }
    }

    private static final class RedisHolder {
        static final String SERVER =
                given("SLUICE_TEST_REDIS")
                        .or(() -> ContainerServers.start("redis"))
                        .orElseGet(RedisHolder::start);
        static final TestRedis SHARED = create();

        private static TestRedis create() {
            URI uri = URI.create(SERVER);
            int port = uri.getPort() < 0 ? 6379 : uri.getPort();
            // Database 0 hands out the numbers. Whoever flushes everything begins again at 1, which
            // is
            // harmless: modules are tested in turn, and a number is emptied before it is given.
            long turn = RedisCalls.integer(uri.getHost(), port, "INCR sluice:test:databases");
            int count = RedisCalls.databases(uri.getHost(), port);
            int database = (int) (1 + (turn - 1) % (count - 1));
            RedisCalls.all(uri.getHost(), port, "SELECT " + database, "FLUSHDB");
            return new TestRedis(uri.getHost(), port, database);
        }

        private static String start() {
            Path dir = TestDirectories.create("redis");
            var server = EmbeddedRedisServer.start(dir, Ports.free());
            TestDirectories.atExit(server::stop);
            return server.uri();
        }
    }

    private static final class KafkaHolder {
        static final String BOOTSTRAP =
                given("SLUICE_TEST_KAFKA")
                        .map(KafkaTopics::removeAll)
                        .or(() -> ContainerServers.start("kafka"))
                        .orElseGet(KafkaHolder::start);

        private static String start() {
            Path dir = TestDirectories.create("kafka");
            var server = EmbeddedKafkaServer.start(dir, Ports.free());
            TestDirectories.atExit(server::stop);
            return server.bootstrapServers();
        }
    }
}
