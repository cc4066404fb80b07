package dev.sluice.cli;

import java.io.Serial;
import java.util.List;

/** Ends a command with a code and what to tell the user, a line for each thing that is wrong. */
public final class CommandFailure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final transient List<String> lines;

    public CommandFailure(int exitCode, List<String> lines) {
        super(String.join("; ", lines));
        this.exitCode = exitCode;
        this.lines = List.copyOf(lines);
    }

    public static CommandFailure failed(String line) {
        return new CommandFailure(ExitCode.FAILED, List.of(line));
    }

    public static CommandFailure usage(String line) {
        return new CommandFailure(ExitCode.USAGE, List.of(line));
    }

    public int exitCode() {
        return exitCode;
    }

    public List<String> lines() {
        return lines;
    }
}
