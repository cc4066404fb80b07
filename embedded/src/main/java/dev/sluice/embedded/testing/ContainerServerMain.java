package dev.sluice.embedded.testing;

import java.io.PrintStream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A server in a container, in a JVM that has Testcontainers on its class path: {@code
 * ContainerServerMain postgres|redis|kafka}. Prints the server's address, or that no engine
 * answers, and ends with its standard input.
 */
final class ContainerServerMain {
    static final String UNAVAILABLE = "unavailable";
    static final String ADDRESS = "address ";

    private static final int REDIS_PORT = 6379;

    private ContainerServerMain() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            out.println(UNAVAILABLE);
            return;
        }
        out.println(ADDRESS + start(args[0]));
        int read;
        do {
            read = System.in.read();
        } while (read >= 0);
        System.exit(0); // Testcontainers' own hooks remove the container
    }

    private static String start(String server) {
        return switch (server) {
            case "postgres" -> postgres();
            case "redis" -> redis();
            case "kafka" -> kafka();
            default -> throw new IllegalArgumentException("No such server: " + server);
        };
    }

    private static String postgres() {
        var container = new PostgreSQLContainer("postgres:17.7-bookworm");
        container.start();
        return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
                .formatted(
                        container.getHost(),
                        container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                        container.getDatabaseName(),
                        container.getUsername(),
                        container.getPassword());
    }

    private static String redis() {
        var container =
                new GenericContainer<>("redis:7.4.1-bookworm")
                        .withExposedPorts(REDIS_PORT)
                        .withCommand("redis-server", "--appendonly", "yes", "--databases", "1024");
        container.start();
        return "redis://%s:%d".formatted(container.getHost(), container.getMappedPort(REDIS_PORT));
    }

    private static String kafka() {
        var container =
                new KafkaContainer("apache/kafka:4.3.1")
                        .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                        .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
        container.start();
        return container.getBootstrapServers();
    }
}
