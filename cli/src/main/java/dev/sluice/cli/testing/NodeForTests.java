package dev.sluice.cli.testing;

import dev.sluice.cli.Terminal;

/**
 * The Node SDKs are tried as clients where Node is; their packages are installed by the test
 * itself. Elsewhere one line says that they were not.
 */
public final class NodeForTests {
    private final Terminal terminal;

    public NodeForTests(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Says what will not run. */
    public void lookFor() {
        if (!Programs.onPath("node") || !Programs.onPath("npm")) {
            terminal.note("The Node SDKs' tests will not run: Node with npm is not installed.");
        }
    }
}
