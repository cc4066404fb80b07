package dev.sluice.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's process: {@code KafkaServerMain <port> <controller port> <data directory>}. */
final class KafkaServerMain {
    /** Written into the data directory once the broker takes requests. */
    static final String READY_FILE = "ready";

    private static final String NODE_ID = "1";

    private KafkaServerMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 3) {
            throw new IllegalArgumentException("Expected: port, controller port, data directory");
        }
        int port = Integer.parseInt(args[0]);
        int controllerPort = Integer.parseInt(args[1]);
        Path dir = Files.createDirectories(Path.of(args[2]));
        Path log = dir.resolve("log");
        Files.deleteIfExists(dir.resolve(READY_FILE));
        format(log);
        var server =
                new KafkaRaftServer(
                        KafkaConfig.fromProps(settings(port, controllerPort, log), false),
                        Time.SYSTEM);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    server.shutdown();
                                    server.awaitShutdown();
                                },
                                "kafka-shutdown"));
        server.startup();
        Files.writeString(dir.resolve(READY_FILE), Long.toString(ProcessHandle.current().pid()));
        server.awaitShutdown();
    }

    private static void format(Path log) throws Exception {
        if (Files.exists(log.resolve("meta.properties"))) {
            return;
        }
        clearHalfMade(log);
        var formatter = new Formatter();
        formatter.setPrintStream(System.out);
        formatter.setClusterId(Uuid.randomUuid().toString());
        formatter.setNodeId(Integer.parseInt(NODE_ID));
        formatter.setControllerListenerName("CONTROLLER");
        formatter.addDirectory(log.toString());
        formatter.setMetadataLogDirectory(log.toString());
        formatter.setReleaseVersion(MetadataVersion.latestProduction());
        formatter.setIgnoreFormatted(true);
        formatter.setHasDynamicQuorum(false);
        formatter.run();
    }

    /** Without meta.properties nothing was ever stored there, only a format that was cut short. */
    private static void clearHalfMade(Path log) throws IOException {
        if (!Files.isDirectory(log)) {
            return;
        }
        try (var paths = Files.walk(log)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    private static Properties settings(int port, int controllerPort, Path log) {
        var settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", NODE_ID);
        settings.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
        settings.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(port, controllerPort));
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", log.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("log.cleaner.dedupe.buffer.size", "4194304");
        // After a crash the broker waits until its former self counts as gone.
        settings.put("broker.session.timeout.ms", "6000");
        settings.put("broker.heartbeat.interval.ms", "1000");
        settings.put("num.network.threads", "1");
        settings.put("num.io.threads", "2");
        return settings;
    }
}
