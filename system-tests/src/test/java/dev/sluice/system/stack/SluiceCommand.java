package dev.sluice.system.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code ./sluice} as a person would, and shows its output when it fails. */
final class SluiceCommand {
    private final Path root;
    private final Path log;
    private final Map<String, String> environment;

    SluiceCommand(Path root, Path log, Map<String, String> environment) {
        this.root = root;
        this.log = log;
        this.environment = environment;
    }

    void run(Duration limit, String... arguments) {
        run(Map.of(), limit, arguments);
    }

    /** Adds to the environment, for what this run starts. */
    void run(Map<String, String> more, Duration limit, String... arguments) {
        List<String> command = new ArrayList<>(List.of(root.resolve("sluice").toString()));
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile(log, arguments[0] + "-", ".out");
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .directory(root.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            builder.environment().putAll(environment);
            builder.environment().putAll(more);
            builder.environment().put("SLUICE_BUILD", "never"); // Maven has just done it
            Process process = builder.start();
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                process.destroy();
                throw new IllegalStateException(
                        command + " still ran after " + limit + ":\n" + Files.readString(output));
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(
                        command
                                + " ended with "
                                + process.exitValue()
                                + ":\n"
                                + Files.readString(output));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** The folder of the project: the one above that holds the launcher. */
    static Path projectRoot() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isExecutable(at.resolve("sluice"))) {
                return at;
            }
        }
        throw new IllegalStateException("no ./sluice above " + Path.of("").toAbsolutePath());
    }
}
