package dev.sluice.cli;

import dev.sluice.cli.testing.BrowserForTests;
import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.EmbeddedPostgresServer;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.EmbeddedServer;
import dev.sluice.embedded.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs every check and test of the project, with one set of servers for all modules. */
@Command(
        name = "test",
        description = "Runs every static check and every test; exit code 0 only if all pass.",
        mixinStandardHelpOptions = true)
final class TestCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "MAVEN-ARGUMENT",
            description = "Handed on to Maven, after --, such as -- -pl simulator -am.")
    List<String> mavenArguments = new ArrayList<>();

    private final Deque<EmbeddedServer> started = new ArrayDeque<>();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        new BrowserForTests(terminal).provide();
        Path dir = directory();
        var hook =
                new Thread(
                        () -> {
                            stop();
                            delete(dir);
                        },
                        "test-servers-stop");
        Runtime.getRuntime().addShutdownHook(hook);
        terminal.note("Starting PostgreSQL, Redis and Kafka for the tests");
        return maven(start(dir));
    }

    private Map<String, String> start(Path dir) {
        var postgres = EmbeddedPostgresServer.start(dir.resolve("postgres"), Ports.free());
        started.push(postgres);
        var redis = EmbeddedRedisServer.start(dir.resolve("redis"), Ports.free());
        started.push(redis);
        var kafka = EmbeddedKafkaServer.start(dir.resolve("kafka"), Ports.free());
        started.push(kafka);
        return Map.of(
                "SLUICE_TEST_PG",
                "%s?user=%s&password=%s"
                        .formatted(postgres.jdbcUrl(), postgres.user(), postgres.password()),
                "SLUICE_TEST_REDIS",
                redis.uri(),
                "SLUICE_TEST_KAFKA",
                kafka.bootstrapServers());
    }

    private int maven(Map<String, String> servers) {
        var words = new ArrayList<>(List.of("mvn", "-B", "-ntp", "--fail-at-end", "verify"));
        words.addAll(mavenArguments);
        var builder = new ProcessBuilder(words).inheritIO();
        builder.directory(Path.of(System.getProperty("sluice.home", "")).toAbsolutePath().toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(servers);
        try {
            int code = builder.start().waitFor();
            return code == 0 ? ExitCode.DONE : ExitCode.FAILED;
        } catch (IOException noMaven) {
            throw CommandFailure.failed("sluice: Maven cannot be run: " + noMaven.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private void stop() {
        started.forEach(EmbeddedServer::stop);
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("sluice-test-run-");
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot make a temporary directory", failure);
        }
    }

    private static void delete(Path tree) {
        try (var paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException leftOver) {
            // A temporary folder that stays behind harms nobody.
        }
    }
}
