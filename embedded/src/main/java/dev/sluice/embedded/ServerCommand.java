package dev.sluice.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * How a server is started: as a process of its own session, so that neither the end of this JVM nor
 * a Ctrl-C at its terminal reaches it, with its output in a log file and its pid in a pid file.
 */
public record ServerCommand(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path workDir,
        Path log,
        Path pidFile) {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LOG_TAIL_LINES = 12;
    private static final boolean SETSID = Commands.exists("setsid");

    public ServerCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Takes over what runs, or launches the command; what was launched in vain is ended. */
    EmbeddedServer.Running obtain(
            int port, Duration timeout, BooleanSupplier answers, Consumer<ServerProcess> stop) {
        var found = ServerProcess.living(name, pidFile);
        if (found.isEmpty()) {
            Ports.requireFree(name, port);
        }
        var process = found.orElseGet(this::launch);
        try {
            awaitReady(process, timeout, answers);
            return new EmbeddedServer.Running(process, port, found.isPresent());
        } catch (ServerStartException failure) {
            if (found.isEmpty()) {
                stop.accept(process);
            }
            throw failure;
        }
    }

    /** Starts the process and records its pid; says nothing about readiness. */
    public ServerProcess launch() {
        var detached = new ArrayList<String>();
        if (SETSID) {
            detached.add("setsid"); // execs in place: the pid stays the server's own
        }
        detached.addAll(command);
        try {
            Files.createDirectories(workDir);
            Files.createDirectories(log.toAbsolutePath().getParent());
            var builder = new ProcessBuilder(detached).directory(workDir.toFile());
            builder.redirectErrorStream(true);
            builder.redirectInput(new File("/dev/null"));
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            long logFrom = Files.exists(log) ? Files.size(log) : 0;
            var process = ServerProcess.of(name, builder.start().toHandle());
            process.record(pidFile);
            Files.writeString(logFromFile(), Long.toString(logFrom));
            return process;
        } catch (IOException failure) {
            throw new ServerStartException(
                    "%s cannot be started: %s".formatted(name, failure.getMessage()), failure);
        }
    }

    /**
     * Waits until the server answers; fails with the log's last lines when it ended or took too
     * long.
     */
    public void awaitReady(ServerProcess process, Duration timeout, BooleanSupplier answers) {
        var ended = new boolean[1];
        boolean done =
                Waiting.until(
                        timeout,
                        POLL,
                        () -> {
                            ended[0] = !process.isAlive();
                            return ended[0] || answers.getAsBoolean();
                        });
        if (ended[0]) {
            throw new ServerStartException(
                    "%s ended while it started; the end of %s says:%n%s"
                            .formatted(name, log, logTail()));
        }
        if (!done) {
            throw new ServerStartException(
                    "%s did not answer within %d s; the end of %s says:%n%s"
                            .formatted(name, timeout.toSeconds(), log, logTail()));
        }
    }

    /** What the log says since this start. */
    private String logTail() {
        try (var file = FileChannel.open(log, StandardOpenOption.READ)) {
            file.position(Math.min(logFrom(), file.size()));
            var text =
                    new String(
                            Channels.newInputStream(file).readAllBytes(), StandardCharsets.UTF_8);
            List<String> lines = text.lines().toList();
            var tail = lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size());
            return "    " + String.join(System.lineSeparator() + "    ", tail);
        } catch (IOException unreadable) {
            return "    (unreadable: " + unreadable.getMessage() + ")";
        }
    }

    private long logFrom() throws IOException {
        Path file = logFromFile();
        return Files.exists(file) ? Long.parseLong(Files.readString(file)) : 0;
    }

    private Path logFromFile() {
        return pidFile.resolveSibling(pidFile.getFileName() + ".log-from");
    }
}
