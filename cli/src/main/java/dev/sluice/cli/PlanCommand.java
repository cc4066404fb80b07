package dev.sluice.cli;

import dev.sluice.cli.config.PlanText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what {@code apply} would do. */
@Command(
        name = "plan",
        description = "Shows what apply would change; exit code 2 when there is something.",
        mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();
    @Mixin ConfigFileOption config = new ConfigFileOption();

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        config.requireFile();
        var stack = stackDir.stack();
        try (var client = stackDir.client()) {
            var text = config.read(stack, client);
            var changes = client.plan(text, config.adopt).changes();
            PlanText.lines(changes).forEach(terminal::print);
            return changes.isEmpty() ? ExitCode.DONE : ExitCode.CHANGES;
        }
    }
}
