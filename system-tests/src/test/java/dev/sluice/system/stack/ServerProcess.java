package dev.sluice.system.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One process of the stack, known by its pid, with what is needed to start it again by hand. */
public record ServerProcess(String name, long pid, List<String> command, List<String> environment) {
    static ServerProcess of(String name, long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        return new ServerProcess(
                name, pid, entries(proc.resolve("cmdline")), entries(proc.resolve("environ")));
    }

    private static List<String> entries(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("\0")).filter(entry -> !entry.isEmpty()).toList();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    public boolean alive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** SIGKILL, and waits until it is gone. */
    public void kill() {
        end("KILL");
    }

    /**
     * Asks it to stop as its operator would, and waits until it is gone. PostgreSQL gets SIGINT: by
     * SIGTERM it would wait for its clients.
     */
    public void stop() {
        end(name.equals("postgres") ? "INT" : "TERM");
    }

    /** SIGSTOP: it stands still, with all that it holds, until {@link #goOn()}. */
    public void pause() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void goOn() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void end(String signal) {
        ProcessHandle handle =
                ProcessHandle.of(pid)
                        .orElseThrow(() -> new IllegalStateException(name + " does not run"));
        signal(signal);
        try {
            handle.onExit().get(40, TimeUnit.SECONDS);
        } catch (TimeoutException stubborn) {
            throw new IllegalStateException(name + " lives on after SIG" + signal, stubborn);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Starts the same command with the same environment; the caller ends it. */
    public Process startAgain(Path log) {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().clear();
            for (String entry : environment) {
                int equals = entry.indexOf('=');
                builder.environment().put(entry.substring(0, equals), entry.substring(equals + 1));
            }
            return builder.start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Resident memory in MiB. */
    public long residentMb() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
            throw new IllegalStateException("no VmRSS of " + name);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
