package dev.sluice.cli;

/** The codes that the command ends with; scripts rely on them. */
public final class ExitCode {
    public static final int DONE = 0;

    /** Something was refused or failed; what was asked for is not done. */
    public static final int FAILED = 1;

    /** Only of {@code plan}: the file differs from what is in force. */
    public static final int CHANGES = 2;

    public static final int NOT_CONVERGED = 4;
    public static final int USAGE = 64;

    private ExitCode() {}
}
