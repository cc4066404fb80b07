package dev.sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command inside the test's JVM: its exit code and what it printed. */
public record CommandRun(int exitCode, String out, String err) {
    public static CommandRun of(String... args) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code = Main.run(new Terminal(new PrintWriter(out), new PrintWriter(err)), args);
        return new CommandRun(code, out.toString(), err.toString());
    }
}
