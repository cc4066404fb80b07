package dev.sluice.cli;

import dev.sluice.cli.stack.RunningStack;
import dev.sluice.cli.stack.StackFile;
import dev.sluice.cli.stack.StackLayout;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Stops a stack. */
@Command(
        name = "down",
        description = "Stops the stack's processes, nodes first; its state stays.",
        mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        var layout = new StackLayout(stackDir.path(), 0, 1); // ports do not matter for stopping
        var stopped = new RunningStack(layout).stop(Set.of(), terminal::note);
        StackFile.delete(stackDir.path());
        terminal.print(
                stopped.isEmpty()
                        ? "Nothing runs on %s.".formatted(stackDir.path())
                        : "Stopped %s.".formatted(String.join(", ", stopped)));
        return ExitCode.DONE;
    }
}
