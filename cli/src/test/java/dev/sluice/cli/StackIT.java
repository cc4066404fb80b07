package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.cli.stack.FreeOffset;
import dev.sluice.cli.stack.StackFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code up} and {@code down} as processes of their own, with real PostgreSQL, Redis and Kafka;
 * only the planes are stand-ins.
 */
class StackIT {
    @TempDir static Path project;
    @TempDir Path dir;
    @TempDir Path output;
    private String offset = "";

    private record Run(int exitCode, String output) {}

    @BeforeAll
    static void makeProject() throws IOException {
        StandInProject.make(project);
    }

    @BeforeEach
    void chooseFreePorts() {
        offset = Integer.toString(FreeOffset.find());
    }

    @AfterEach
    void leaveNothing() throws Exception {
        sluice(Map.of(), "down");
    }

    @Test
    void upStartsOnlyWhatIsMissingAndDownStopsEverything() throws Exception {
        var first = sluice(Map.of(), "up", "--detach", "--nodes", "2", "--port-offset", offset);

        assertThat(first.output()).contains("ak_stand_in").contains("curl -s http://127.0.0.1:");
        assertThat(first.exitCode()).isZero();
        var stack = StackFile.load(dir).orElseThrow();
        assertThat(stack.pids())
                .containsOnlyKeys(
                        "node-1",
                        "node-2",
                        "control-plane",
                        "simulator",
                        "kafka",
                        "redis",
                        "postgres");
        assertThat(stack.pids().values()).allMatch(StackIT::lives);
        assertThat(stack.keys()).containsEntry("acme/assistant/demo", "ak_stand_in");
        assertThat(stack.version()).isEqualTo(1);

        kill(stack.pids().get("node-2"));
        kill(stack.pids().get("redis"));
        var second = sluice(Map.of(), "up", "--detach", "--nodes", "2", "--port-offset", offset);

        assertThat(second.exitCode()).isZero();
        var again = StackFile.load(dir).orElseThrow();
        assertThat(again.version()).as("the demo is applied once").isEqualTo(1);
        assertThat(again.keys()).isEqualTo(stack.keys());
        assertThat(again.admin()).isEqualTo(stack.admin());
        for (String name : stack.pids().keySet()) {
            boolean killed = name.equals("node-2") || name.equals("redis");
            assertThat(again.pids().get(name).equals(stack.pids().get(name)))
                    .as(name)
                    .isEqualTo(!killed);
        }

        var other = sluice(Map.of(), "up", "--detach", "--port-offset", "77");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.output()).contains("runs with --port-offset " + offset);

        assertThat(sluice(Map.of(), "down").exitCode()).isZero();
        assertThat(again.pids().values()).noneMatch(StackIT::lives);
        assertThat(dir.resolve("stack.json")).doesNotExist();
        assertThat(dir.resolve("secrets.json")).exists();
    }

    @Test
    void controlCStopsWhatUpStarted() throws Exception {
        var up = start(Map.of(), "up", "--no-demo", "--port-offset", offset);
        await().atMost(Duration.ofSeconds(90)).until(() -> StackFile.load(dir).isPresent());
        var pids = StackFile.load(dir).orElseThrow().pids();
        assertThat(pids.values()).hasSize(6).allMatch(StackIT::lives);

        new ProcessBuilder("kill", "-INT", Long.toString(up.pid())).start().waitFor();

        assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(pids.values()).noneMatch(StackIT::lives);
        assertThat(dir.resolve("stack.json")).doesNotExist();
    }

    @Test
    void upSaysWhatEndsAndEndsItselfWhenNothingIsLeft() throws Exception {
        var up = start(Map.of(), "up", "--no-demo", "--port-offset", offset);
        await().atMost(Duration.ofSeconds(90)).until(() -> StackFile.load(dir).isPresent());
        kill(StackFile.load(dir).orElseThrow().pids().get("simulator"));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.readString(log()).contains("simulator has ended"));

        start(Map.of(), "down").waitFor(60, TimeUnit.SECONDS);

        assertThat(up.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(up.exitValue()).isZero();
    }

    @Test
    void aProcessThatDiesAtItsStartTakesTheOthersWithIt() throws Exception {
        var run =
                sluice(
                        Map.of("STAND_IN_FAILS", "DataPlane"),
                        "up",
                        "--detach",
                        "--port-offset",
                        offset);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .contains("node-1 ended while it started")
                .contains("the stand-in was told to fail");
        assertThat(sluice(Map.of(), "down").output()).contains("Nothing runs");
    }

    @Test
    void aBusyPortStopsUpBeforeAnythingStarts() throws Exception {
        int console = 8090 + Integer.parseInt(offset);
        try (var _ = new ServerSocket(console, 1, InetAddress.getLoopbackAddress())) {
            var run = sluice(Map.of(), "up", "--detach", "--port-offset", offset);

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output())
                    .startsWith("sluice: port %d (the console) is taken".formatted(console));
            assertThat(dir.resolve("logs")).doesNotExist();
        }
    }

    private Run sluice(Map<String, String> environment, String... args) throws Exception {
        var process = start(environment, args);
        boolean ended = process.waitFor(150, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String output = Files.readString(log());
        return new Run(ended ? process.exitValue() : -1, output);
    }

    private Process start(Map<String, String> environment, String... args) throws IOException {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(
                List.of(
                        "-Dsluice.home=" + project,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main"));
        words.addAll(List.of(args));
        words.addAll(List.of("--data-dir", dir.toString()));
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.redirectOutput(log().toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Path log() {
        return output.resolve("sluice.out");
    }

    private static void kill(long pid) throws Exception {
        new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().waitFor();
        await().until(() -> !lives(pid));
    }

    /** An ended process that nobody has reaped does not live. */
    private static boolean lives(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }
}
