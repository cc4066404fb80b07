package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes the config in force, without its secrets. */
@Command(
        name = "export",
        description = "Writes the config in force to standard output; secrets are left out.",
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        try (var client = stackDir.client()) {
            terminal.out().print(client.export());
            terminal.out().flush();
            return ExitCode.DONE;
        }
    }
}
