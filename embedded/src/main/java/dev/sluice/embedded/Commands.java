package dev.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short commands that are waited for. */
final class Commands {
    private Commands() {}

    record Result(int exitCode, String output) {
        boolean ok() {
            return exitCode == 0;
        }
    }

    /**
     * Runs a command to its end, both outputs together; a command that does not exist is exit code
     * 127.
     */
    static Result run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output.strip());
        } catch (IOException noSuchCommand) {
            return new Result(127, String.valueOf(noSuchCommand.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(
                    new IOException("Interrupted while " + command + " ran"));
        }
    }

    static boolean exists(String command) {
        return run(List.of("sh", "-c", "command -v " + command)).ok();
    }
}
