package dev.sluice.cli;

import dev.sluice.cli.config.ControlPlaneClient;
import dev.sluice.cli.stack.StackFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which stack a command is about. */
final class DataDirOption {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the stack keeps its state (default: .sluice in the project).")
    Path dir = Path.of(System.getProperty("sluice.home", ""), ".sluice");

    Path path() {
        return dir.toAbsolutePath().normalize();
    }

    /** The running stack's description; fails where none was brought up. */
    StackFile stack() {
        return StackFile.load(path())
                .orElseThrow(() ->
                        CommandFailure.failed(
                                "sluice: no stack runs on %s. Start one: ./sluice up"
                                        .formatted(path())));
    }

    ControlPlaneClient client() {
        StackFile stack = stack();
        return new ControlPlaneClient(stack.console(), stack.admin().token());
    }
}
