package dev.sluice.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Redis on this machine with an append-only file. The binary is {@code SLUICE_REDIS_BIN} when set,
 * else the one of the embedded-redis jar.
 */
public final class EmbeddedRedisServer implements EmbeddedServer {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);
    private static final int DATABASES = 1024;

    private final Running running;

    private EmbeddedRedisServer(Running running) {
        this.running = running;
    }

    /**
     * Starts Redis on a directory, or takes over the one that runs there; returns when it answers.
     */
    public static EmbeddedRedisServer start(Path dir, int port) {
        return start(dir, port, dir.resolve("redis.log"));
    }

    public static EmbeddedRedisServer start(Path dir, int port, Path log) {
        return start(dir, port, log, List.of());
    }

    /** The one node of a cluster; it serves nothing before it is given slots. */
    public static EmbeddedRedisServer startClusterNode(Path dir, int port) {
        return start(dir, port, dir.resolve("redis.log"), List.of("--cluster-enabled", "yes"));
    }

    private static EmbeddedRedisServer start(Path dir, int port, Path log, List<String> more) {
        Path home = dir.toAbsolutePath().normalize();
        var arguments =
                new ArrayList<>(
                        List.of(
                                RedisBinary.locate().toString(),
                                "--port",
                                Integer.toString(port),
                                "--bind",
                                "127.0.0.1",
                                "--dir",
                                home.toString(),
                                "--databases",
                                Integer.toString(DATABASES),
                                "--appendonly",
                                "yes",
                                "--appendfsync",
                                "everysec"));
        arguments.addAll(more);
        var command =
                new ServerCommand(
                        "redis", arguments, Map.of(), home, log, EmbeddedServer.pidFile(home));
        return new EmbeddedRedisServer(
                command.obtain(
                        port,
                        START_TIMEOUT,
                        () -> answers(port),
                        process -> process.stop(STOP_GRACE)));
    }

    public String uri() {
        return "redis://127.0.0.1:" + port();
    }

    @Override
    public Running running() {
        return running;
    }

    @Override
    public void stop() {
        running.process().stop(STOP_GRACE);
    }

    /** One command in Redis' inline form; the first line of the reply. */
    static String call(int port, String command) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
            return line(socket.getInputStream());
        } catch (IOException failure) {
            throw new UncheckedIOException("Redis on port " + port + " does not answer", failure);
        }
    }

    private static boolean answers(int port) {
        try {
            return call(port, "PING")
                    .equals("+PONG"); // -LOADING while the append-only file is read
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static String line(InputStream in) throws IOException {
        var text = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
            text.append((char) next);
        }
        return text.toString();
    }

    /** The server's executable, copied out of its jar once per user. */
    private static final class RedisBinary {
        private RedisBinary() {}

        static Path locate() {
            String chosen = System.getenv("SLUICE_REDIS_BIN");
            if (chosen != null && !chosen.isBlank()) {
                Path binary = Path.of(chosen);
                if (!Files.isExecutable(binary)) {
                    throw new ServerStartException(
                            "SLUICE_REDIS_BIN names %s, which is not an executable file."
                                    .formatted(chosen));
                }
                return binary.toAbsolutePath();
            }
            String resource =
                    Platform.current() == Platform.LINUX_ARM64
                            ? "redis-server-6.2.7-linux-arm64"
                            : "redis-server-6.2.6-v5-linux-amd64";
            return BinaryCache.file(resource);
        }
    }
}
