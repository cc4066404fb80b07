package dev.sluice.cli;

import java.io.PrintWriter;

/** Where a command writes: what was asked for to {@code out}, everything else to {@code err}. */
public record Terminal(PrintWriter out, PrintWriter err) {
    public void print(String line) {
        out.println(line);
        out.flush();
    }

    /** Progress and hints: never part of what a script reads. */
    public void note(String line) {
        err.println(line);
        err.flush();
    }
}
