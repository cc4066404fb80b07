package dev.sluice.cli;

import dev.sluice.cli.config.PriceListClient;
import dev.sluice.cli.config.PricePlanText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is about prices. */
@Command(
        name = "prices",
        description = "Brings price lists into the price books of models.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PricesCommand.Import.class, CommandLine.HelpCommand.class})
final class PricesCommand implements Runnable {
    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command?");
    }

    /**
     * Shows what a price list would change; the YAML goes to standard output, the rest beside it.
     */
    @Command(
            name = "import",
            description =
                    "Shows which prices a list would change, and the YAML of it for the config file.",
            mixinStandardHelpOptions = true)
    static final class Import implements Callable<Integer> {
        @Spec CommandSpec spec = CommandSpec.create();
        @Mixin DataDirOption stackDir = new DataDirOption();

        @Parameters(paramLabel = "FILE", description = "The price list.")
        String file = "";

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "csv, json or litellm (default: what the list looks like).")
        @Nullable String format;

        @Option(
                names = "--from",
                paramLabel = "INSTANT",
                description =
                        "When prices without a date begin, like 2026-12-01T00:00:00Z (default: the"
                                + " next UTC day).")
        @Nullable String from;

        @Option(
                names = "--apply",
                description = "Drafts the changes to models that are managed in the console.")
        boolean apply;

        @Override
        public Integer call() {
            var terminal = Main.terminal(spec);
            var begin = instant(from);
            var text = PriceListClient.text(file);
            try (var client = stackDir.client()) {
                var plan = new PriceListClient(client).read(file, text, format, begin, apply);
                PricePlanText.lines(plan).forEach(terminal::note);
                terminal.out().print(plan.yaml());
                terminal.out().flush();
                return ExitCode.DONE;
            }
        }

        private static @Nullable Instant instant(@Nullable String text) {
            try {
                return text == null ? null : Instant.parse(text);
            } catch (DateTimeException unreadable) {
                throw CommandFailure.usage(
                        "sluice: '%s' is not an instant: write it like 2026-12-01T00:00:00Z"
                                .formatted(text));
            }
        }
    }
}
