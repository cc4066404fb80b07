package dev.sluice.cli;

import dev.sluice.cli.stack.ProjectJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Measures a stack in a process of its own, which has no part in the figures: the stack that is
 * named, or else one that is started for the bench and stopped after it.
 */
@Command(
        name = "bench",
        description = {
            "Measures what a node adds to the simulator's answers.",
            "Further options: --warmup and --seconds (of each run), --callers, --streams, --rate"
                    + " (calls a second), --reps, --json FILE; with --heap: --open (streams); with"
                    + " --ledger: --events; with --month: --calls."
        },
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Measures the stack that runs on DIR (default: one of its own, with bench.yaml).")
    Optional<Path> dir = Optional.empty();

    @Option(
            names = "--port-offset",
            paramLabel = "N",
            description = "Shifts the ports of the bench's own stack (default: ${DEFAULT-VALUE}).")
    int portOffset = 500;

    @Option(names = "--heap", description = "Measures what an open stream holds in memory instead.")
    boolean heap;

    @Option(
            names = "--ledger",
            description = "Measures how fast the ledger books usage events instead.")
    boolean ledger;

    @Option(
            names = "--month",
            description = "Measures the reports and the close of a large month instead.")
    boolean month;

    @Unmatched List<String> further = new ArrayList<>();

    @Override
    public Integer call() {
        return dir.isPresent() ? measure(dir.get()) : measureOwn();
    }

    private int measureOwn() {
        Terminal terminal = Main.terminal(spec);
        Path own = directory();
        String config =
                Path.of(System.getProperty("sluice.home", ""), "bench", "bench.yaml").toString();
        int up =
                Main.run(
                        terminal,
                        "up",
                        "--detach",
                        "--no-demo",
                        "--config",
                        config,
                        "--data-dir",
                        own.toString(),
                        "--port-offset",
                        Integer.toString(portOffset));
        if (up != ExitCode.DONE) {
            return up;
        }
        Thread down = new Thread(() -> Main.run(terminal, "down", "--data-dir", own.toString()));
        Runtime.getRuntime().addShutdownHook(down);
        return measure(own);
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory("sluice-bench-");
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot make a temporary directory", failure);
        }
    }

    private String bench() {
        if (ledger) {
            return "books.LedgerBench";
        }
        if (month) {
            return "books.MonthBench";
        }
        return heap ? "HeapBench" : "LoadBench";
    }

    private int measure(Path stack) {
        var words =
                new ArrayList<>(
                        ProjectJars.find()
                                .java("bench", "dev.sluice.bench." + bench(), "-Xmx512m"));
        words.add("--data-dir");
        words.add(stack.toAbsolutePath().toString());
        words.addAll(further);
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        } catch (IOException failure) {
            throw CommandFailure.failed("sluice: the bench cannot be run: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }
}
