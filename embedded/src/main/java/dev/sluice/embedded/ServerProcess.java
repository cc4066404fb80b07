package dev.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A process by pid <em>and</em> start time, so that a pid the system gave to somebody else is never
 * taken for it. Survives the JVM that started it by its pid file.
 */
public record ServerProcess(String name, long pid, long startedAtMs) {
    /** Clock steps move what the kernel's boot time says by a little. */
    private static final long START_TOLERANCE_MS = 2_000;

    private static final Duration POLL = Duration.ofMillis(20);

    static ServerProcess of(String name, ProcessHandle handle) {
        long startedAtMs = handle.info().startInstant().map(at -> at.toEpochMilli()).orElse(0L);
        return new ServerProcess(name, handle.pid(), startedAtMs);
    }

    /** What the pid file names, if that process still lives. */
    public static Optional<ServerProcess> living(String name, Path pidFile) {
        return recorded(name, pidFile).filter(ServerProcess::isAlive);
    }

    /** What the pid file names, alive or not. */
    public static Optional<ServerProcess> recorded(String name, Path pidFile) {
        if (!Files.isRegularFile(pidFile)) {
            return Optional.empty();
        }
        var properties = new Properties();
        try (var in = Files.newBufferedReader(pidFile)) {
            properties.load(in);
            return Optional.of(
                    new ServerProcess(
                            name,
                            Long.parseLong(properties.getProperty("pid", "")),
                            Long.parseLong(properties.getProperty("startedAtMs", ""))));
        } catch (NumberFormatException cutShort) {
            return Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + pidFile, failure);
        }
    }

    void record(Path pidFile) {
        try {
            Files.createDirectories(pidFile.toAbsolutePath().getParent());
            Path fresh = pidFile.resolveSibling(pidFile.getFileName() + ".new");
            Files.writeString(fresh, "pid=%d%nstartedAtMs=%d%n".formatted(pid, startedAtMs));
            Files.move(fresh, pidFile, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write " + pidFile, failure);
        }
    }

    public boolean isAlive() {
        // Asked again: it may have gone while it was looked at, and then looked like no zombie.
        return handle().filter(handle -> handle.isAlive() && !isZombie() && handle.isAlive())
                .isPresent();
    }

    /** Asks the process to end, and ends it the hard way when it has not within the grace. */
    public void stop(Duration grace) {
        stop("TERM", grace);
    }

    /** As {@link #stop(Duration)}, for servers whose orderly end has another signal than TERM. */
    public void stop(String signal, Duration grace) {
        if (!isAlive()) {
            return;
        }
        signal(signal);
        if (!awaitEnd(grace)) {
            signal("KILL");
            awaitEnd(Duration.ofSeconds(10));
        }
    }

    /** Ends the process at once, as a crash would. */
    public void kill() {
        if (isAlive()) {
            signal("KILL");
            awaitEnd(Duration.ofSeconds(10));
        }
    }

    /** Sends a signal by name; does nothing when the process is gone. */
    public void signal(String signal) {
        if (isAlive()) {
            Commands.run(List.of("sh", "-c", "kill -" + signal + " " + pid));
        }
    }

    /** Waits until the process has ended; false when it still lives after the time given. */
    public boolean awaitEnd(Duration timeout) {
        return Waiting.until(timeout, POLL, () -> !isAlive());
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid)
                .filter(handle ->
                        handle.info()
                                .startInstant()
                                .map(at ->
                                        Math.abs(at.toEpochMilli() - startedAtMs)
                                                <= START_TOLERANCE_MS)
                                .orElse(false));
    }

    /**
     * In a container whose first process reaps nobody, an ended orphan stays in the process table
     * for ever; it must count as ended, once the last of its threads has let go of its sockets.
     */
    private boolean isZombie() {
        Path process = Path.of("/proc", Long.toString(pid));
        try (var threads = Files.list(process.resolve("task"))) {
            String stat = Files.readString(process.resolve("stat"));
            int afterName = stat.lastIndexOf(')') + 2;
            return afterName < stat.length()
                    && "ZX".indexOf(stat.charAt(afterName)) >= 0
                    && threads.count() <= 1;
        } catch (IOException | UncheckedIOException noSuchFile) {
            return false;
        }
    }
}
