package dev.sluice.cli;

import dev.sluice.cli.config.ConfigApplier;
import dev.sluice.cli.config.PlanText;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes what the file manages equal to the file. */
@Command(
        name = "apply",
        description = "Makes what the file manages equal to the file, after showing the plan.",
        mixinStandardHelpOptions = true)
final class ApplyCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();
    @Mixin DataDirOption stackDir = new DataDirOption();
    @Mixin ConfigFileOption config = new ConfigFileOption();

    @Option(names = "--yes", description = "Does not ask; needed where there is no terminal.")
    boolean yes;

    @Option(
            names = "--comment",
            paramLabel = "TEXT",
            description = "Stands with the version that this makes.")
    String comment = "";

    @Override
    public Integer call() {
        var terminal = Main.terminal(spec);
        config.requireFile();
        var console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        if (!yes && console.isEmpty()) {
            throw CommandFailure.usage(
                    "sluice: there is no terminal to ask on; say --yes to apply.");
        }
        var stack = stackDir.stack();
        try (var client = stackDir.client()) {
            var text = config.read(stack, client);
            var plan = client.plan(text, config.adopt);
            PlanText.lines(plan.changes()).forEach(terminal::print);
            if (!yes && !console.map(ApplyCommand::agreed).orElse(false)) {
                terminal.print("Nothing applied.");
                return ExitCode.FAILED;
            }
            var outcome =
                    new ConfigApplier(client, stackDir.path())
                            .apply(text, config.adopt, comment, stack.nodeNames());
            outcome.issued().forEach((path, secret) -> terminal.print(path + "  " + secret));
            terminal.print("Version %d is on every node.".formatted(outcome.version()));
            return ExitCode.DONE;
        }
    }

    private static boolean agreed(Console console) {
        String answer = console.readLine("Apply this? [y/N] ");
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }
}
