package dev.sluice.system.sdk;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * The Node SDKs' part: {@code system-tests/node}, a file for each SDK, run by Node's own runner.
 */
record NodeExam(Path folder, Path work) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** One test for each file; skipped with the reason where there is no Node. */
    Stream<DynamicTest> tests(SdkRun run) {
        return files().stream()
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(),
                                () -> {
                                    Assumptions.assumeTrue(
                                            isThere("node") && isThere("npm"),
                                            "the Node SDKs were not tried: Node with npm is not"
                                                    + " installed");
                                    install();
                                    sit(file, run);
                                }));
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".test.mjs")).sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** As the lock file says, unless that is what is installed. */
    private void install() throws IOException {
        Path installed = folder.resolve("node_modules/.package-lock.json");
        Path wanted = folder.resolve("package-lock.json");
        if (!Files.exists(installed)
                || Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(wanted))
                        < 0) {
            finish(
                    new ProcessBuilder(
                            "npm",
                            "ci",
                            "--ignore-scripts",
                            "--no-audit",
                            "--no-fund",
                            "--silent"));
        }
    }

    private void sit(Path file, SdkRun run) throws IOException {
        ProcessBuilder node =
                new ProcessBuilder(
                        "node", "--test", "--test-reporter=spec", file.getFileName().toString());
        node.environment().put("SLUICE_SDKS", SluiceJson.mapper().writeValueAsString(run));
        finish(node);
    }

    private void finish(ProcessBuilder builder) throws IOException {
        Path output = Files.createTempFile(work, "node-", ".out");
        Process process =
                builder.directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                        .start();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroy();
                throw new AssertionError(
                        builder.command() + " still ran: " + Files.readString(output));
            }
        } catch (InterruptedException stopped) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(builder.command() + ":\n" + Files.readString(output));
        }
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
