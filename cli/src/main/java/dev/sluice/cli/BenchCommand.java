package dev.sluice.cli;

import dev.sluice.cli.stack.ProjectJars;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Unmatched;

/** Measures the running stack in a process of its own, which has no part in the figures. */
@Command(
        name = "bench",
        description = {
            "Measures the first node of the running stack against the simulator.",
            "Further options: --warmup and --seconds (of each run), --callers, --streams, --rate"
                    + " (calls a second), --reps, --json FILE."
        },
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {
    @Mixin DataDirOption stackDir = new DataDirOption();

    @Unmatched List<String> further = new ArrayList<>();

    @Override
    public Integer call() {
        stackDir.stack();
        var words =
                new ArrayList<>(
                        ProjectJars.find().java("bench", "dev.sluice.bench.LoadBench", "-Xmx512m"));
        words.add("--data-dir");
        words.add(stackDir.path().toString());
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
