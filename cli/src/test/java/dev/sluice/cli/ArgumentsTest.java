package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.stack.FreeOffset;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user typed is understood or refused before anything starts. */
class ArgumentsTest {
    @TempDir Path dir;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "start",
                "up --nodes 0",
                "up --nodes 11",
                "up --nodes two",
                "up --port-offset -1",
                "up --port-offset 60000",
                "up --colour",
                "plan",
                "apply",
                "prices",
                "prices import",
                "prices import none.csv --from yesterday"
            })
    void refusesWhatItDoesNotUnderstandWithTheUsageCode(String line) {
        var run = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).startsWith("sluice: ").doesNotContain("Exception");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void namesEveryFaultOfABrokenConfigFileAndStartsNothing() throws Exception {
        Path file = dir.resolve("sluice.yaml");
        Files.writeString(
                file,
                """
                apiVersion: sluice/v1
                upstreams:
                  - name: one
                    provder: openai
                    secrets: [{name: main, value: "${env:NOT_SET_ANYWHERE}"}]
                """);
        Path state = dir.resolve("state");

        var run = CommandRun.of("up", "--config", file.toString(), "--data-dir", state.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .anyMatch(line -> line.startsWith(file + ":4: ") && line.contains("provider"))
                .anyMatch(
                        line -> line.startsWith(file + ":5: ") && line.contains("NOT_SET_ANYWHERE"))
                .allMatch(line -> line.startsWith(file + ":"));
        assertThat(state).doesNotExist();
    }

    @Test
    void namesAConfigFileThatIsNotThere() {
        var run = CommandRun.of("up", "--config", dir.resolve("none.yaml").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToNormalizingNewlines(
                        "sluice: cannot read the config file %s: there is no such file\n"
                                .formatted(dir.resolve("none.yaml")));
    }

    @Test
    void readsTheDemoWithoutAFault() {
        var demo = UpCommand.demo("http://127.0.0.1:9900");

        assertThat(demo.env()).containsOnlyKeys("SLUICE_SIMULATOR_URL");
        assertThat(demo.keyPaths())
                .startsWith("acme/assistant/demo", "acme/assistant/demo/alice")
                .contains("globex/search/demo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan -f ", "apply -f ", "apply --yes -f "})
    void complainsAboutAMissingFileFirst(String line) {
        Path file = dir.resolve("none.yaml");

        var run = CommandRun.of((line + file + " --data-dir " + dir).split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToNormalizingNewlines(
                        "sluice: cannot read the config file %s: there is no such file\n"
                                .formatted(file));
    }

    @Test
    void doesNotApplyUnaskedWithoutATerminal() throws Exception {
        Path file = Files.writeString(dir.resolve("sluice.yaml"), "apiVersion: sluice/v1\n");

        var run = CommandRun.of("apply", "-f", file.toString());

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).contains("--yes");
    }

    @Test
    void knowsHelpAsACommandAndWhatAMistypedOneMeant() {
        assertThat(CommandRun.of("help").out()).contains("doctor");
        assertThat(CommandRun.of("help", "up").out()).contains("--port-offset");

        var run = CommandRun.of("aply");
        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).contains("Did you mean: sluice apply");
    }

    @Test
    void speaksOfNumbersAsPeopleDo() {
        assertThat(CommandRun.of("up", "--nodes", "two").err())
                .contains("'two' is not a whole number");
    }

    @Test
    void leavesNoSecretsBehindWhenUpIsRefused() throws Exception {
        int offset = FreeOffset.find();
        int console = 8090 + offset;
        try (var _ = new ServerSocket(console, 1, InetAddress.getLoopbackAddress())) {
            var run =
                    CommandRun.of("up", "--port-offset", "" + offset, "--data-dir", dir.toString());

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err().lines()).hasSize(1).allMatch(it -> it.contains("" + console));
        }
        assertThat(dir.resolve("secrets.json")).doesNotExist();
    }

    @Test
    void upKeepsTheOffsetOfTheDirectoryAndSaysWhenItMoves() throws Exception {
        int stored = FreeOffset.find();
        Files.writeString(
                dir.resolve("run.json"), "{\"portOffset\":%d,\"nodes\":1}".formatted(stored));
        try (var _ = new ServerSocket(8090 + stored, 1, InetAddress.getLoopbackAddress());
                var _ = new ServerSocket(8091 + stored, 1, InetAddress.getLoopbackAddress())) {
            var kept = CommandRun.of("up", "--data-dir", dir.toString());
            var moved =
                    CommandRun.of(
                            "up", "--data-dir", dir.toString(), "--port-offset", "" + (stored + 1));

            assertThat(kept.err()).contains("port " + (8090 + stored) + " (the console)");
            assertThat(moved.err()).contains("was last started with --port-offset " + stored);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan -f ", "apply --yes -f ", "export"})
    void saysThatNoStackRuns(String line) throws Exception {
        Path file = Files.writeString(dir.resolve("sluice.yaml"), "apiVersion: sluice/v1\n");
        String words = line.endsWith(" ") ? line + file : line;

        var run = CommandRun.of((words + " --data-dir " + dir).split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToNormalizingNewlines(
                        "sluice: no stack runs on %s. Start one: ./sluice up\n".formatted(dir));
    }

    @Test
    void downOnAnEmptyDirectoryIsDone() {
        var run = CommandRun.of("down", "--data-dir", dir.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Nothing runs");
    }
}
