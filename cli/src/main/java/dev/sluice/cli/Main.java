package dev.sluice.cli;

import dev.sluice.embedded.ServerStartException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code sluice} command. */
@Command(
        name = "sluice",
        description = "An LLM gateway: runs it, configures it, tests it.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeOnExecutionException = ExitCode.FAILED,
        subcommands = {
            UpCommand.class,
            DownCommand.class,
            PlanCommand.class,
            ApplyCommand.class,
            ExportCommand.class,
            PricesCommand.class,
            DoctorCommand.class,
            BenchCommand.class,
            TestCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Main implements Runnable {
    private static final int SHOWN_FRAMES = 12;

    @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    public static void main(String[] args) {
        var out =
                new PrintWriter(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var err =
                new PrintWriter(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(new Terminal(out, err), args));
    }

    /** Runs a command line to its end; the exit code. */
    static int run(Terminal terminal, String... args) {
        var line = new CommandLine(new Main());
        line.setOut(terminal.out());
        line.setErr(terminal.err());
        line.setExecutionExceptionHandler((failure, command, result) -> report(failure, terminal));
        line.setParameterExceptionHandler(Main::explain);
        return line.execute(args);
    }

    /** The terminal that a command was started with. */
    static Terminal terminal(CommandLine.Model.CommandSpec spec) {
        return new Terminal(spec.commandLine().getOut(), spec.commandLine().getErr());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command?");
    }

    private static int explain(ParameterException wrong, String[] args) {
        var line = wrong.getCommandLine();
        var said =
                String.valueOf(wrong.getMessage())
                        .replace("is not an int", "is not a whole number");
        line.getErr().println("sluice: " + said);
        if (!UnmatchedArgumentException.printSuggestions(wrong, line.getErr())) {
            line.usage(line.getErr());
        }
        return ExitCode.USAGE;
    }

    private static int report(Exception failure, Terminal terminal) {
        switch (failure) {
            case CommandFailure known -> {
                known.lines().forEach(terminal::note);
                return known.exitCode();
            }
            case ServerStartException known -> terminal.note("sluice: " + known.getMessage());
            case UncheckedIOException known ->
                    terminal.note("sluice: %s (%s)".formatted(known.getMessage(), reason(known)));
            default -> {
                terminal.note("sluice: this is a fault of sluice itself: " + failure);
                Stream.of(failure.getStackTrace())
                        .limit(SHOWN_FRAMES)
                        .forEach(frame -> terminal.note("    at " + frame));
            }
        }
        return ExitCode.FAILED;
    }

    /** What the system said, without the name of a class where there is a text. */
    private static String reason(UncheckedIOException failure) {
        var cause = failure.getCause();
        return switch (cause) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case IOException known when known.getMessage() != null -> known.getMessage();
            case null, default -> "input or output failed";
        };
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sluice " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
