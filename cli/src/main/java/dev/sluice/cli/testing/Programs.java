package dev.sluice.cli.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine can run beside Java. */
final class Programs {
    private Programs() {}

    static boolean onPath(String program) {
        return Files.isExecutable(Path.of("/usr/bin", program))
                || runs("command -v " + program + " >/dev/null");
    }

    static boolean runs(String script) {
        try {
            return new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor() == 0;
        } catch (IOException noShell) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
