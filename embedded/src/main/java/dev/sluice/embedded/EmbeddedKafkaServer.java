package dev.sluice.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A single Kafka broker (KRaft) on this machine, in a JVM with a class path of its own. */
public final class EmbeddedKafkaServer implements EmbeddedServer {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration STOP_GRACE = Duration.ofSeconds(20);
    private static final short API_VERSIONS = 18;

    private final Running running;

    private EmbeddedKafkaServer(Running running) {
        this.running = running;
    }

    /** Starts Kafka on a directory with a free port for its controller; returns when it answers. */
    public static EmbeddedKafkaServer start(Path dir, int port) {
        return start(dir, port, Ports.free(), dir.resolve("kafka.log"));
    }

    /**
     * Starts Kafka on a directory, or takes over the one that runs there; returns when it answers.
     */
    public static EmbeddedKafkaServer start(Path dir, int port, int controllerPort, Path log) {
        Path home = dir.toAbsolutePath().normalize();
        var command =
                new ServerCommand(
                        "kafka",
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:+UseCompactObjectHeaders",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                                "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSZ",
                                "-cp",
                                ServerLibraries.classPath(),
                                "dev.sluice.embedded.KafkaServerMain",
                                Integer.toString(port),
                                Integer.toString(controllerPort),
                                home.resolve("data").toString()),
                        Map.of(),
                        home,
                        log,
                        EmbeddedServer.pidFile(home));
        Path ready = home.resolve("data").resolve(KafkaServerMain.READY_FILE);
        if (ServerProcess.living("kafka", EmbeddedServer.pidFile(home)).isEmpty()) {
            Ports.requireFree("kafka", controllerPort);
            forget(ready);
        }
        return new EmbeddedKafkaServer(
                command.obtain(
                        port,
                        START_TIMEOUT,
                        () -> Files.exists(ready) && answers(port),
                        process -> process.stop(STOP_GRACE)));
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port();
    }

    @Override
    public Running running() {
        return running;
    }

    @Override
    public void stop() {
        running.process().stop(STOP_GRACE);
    }

    private static void forget(Path ready) {
        try {
            Files.deleteIfExists(ready);
        } catch (IOException failure) {
            throw new ServerStartException("Cannot remove " + ready, failure);
        }
    }

    /** Asks for the protocol versions, the one request that every broker answers first. */
    private static boolean answers(int port) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
            socket.setSoTimeout(2_000);
            var out = new DataOutputStream(socket.getOutputStream());
            int correlation = 1;
            out.writeInt(10); // what follows: key, version, correlation, no client name
            out.writeShort(API_VERSIONS);
            out.writeShort(0);
            out.writeInt(correlation);
            out.writeShort(-1);
            var in = new DataInputStream(socket.getInputStream());
            in.readInt();
            return in.readInt() == correlation && in.readShort() == 0;
        } catch (IOException notYet) {
            return false;
        }
    }
}
