package dev.sluice.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.ControlPlaneApplication;
import dev.sluice.control.testing.Rest;
import dev.sluice.control.testing.Sample;
import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.Ports;
import dev.sluice.embedded.testing.TestPostgres;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.secret.SecretSealer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** A control plane of its own, whose Kafka is not there, comes, goes, comes back, and is lost. */
class KafkaAwayIT {
    private final String token = UUID.randomUUID().toString();
    private final TestPostgres database = TestServers.newDatabase();
    private final int kafkaPort = Ports.free();
    @TempDir Path dir;

    @Test
    void publishesWithoutKafkaAndDeliversWhenItIsBack() throws Exception {
        Files.writeString(dir.resolve("keyset.json"), SecretSealer.generateKeyset());
        try (var context = start()) {
            var rest = new Rest(context.getWebServer().getPort(), token);
            Sample.publish(rest, "one");
            assertThat(rest.get("/readyz").status()).isEqualTo(200);

            var kafka = EmbeddedKafkaServer.start(dir.resolve("kafka"), kafkaPort);
            awaitHeads(Set.of("1"));
            kafka.stop();
            Sample.issue(rest, "one/bot/a", Map.of());
            Sample.issue(rest, "one/bot/b", Map.of());
            kafka = EmbeddedKafkaServer.start(dir.resolve("kafka"), kafkaPort);
            awaitHeads(Set.of("1", "2", "3"));
            kafka.stop();
        }
        var fresh = EmbeddedKafkaServer.start(dir.resolve("other-kafka"), kafkaPort);
        try (var context = start()) {
            assertThat(context.isRunning()).isTrue();
            // A Kafka that lost everything gets the current version whole.
            awaitHeads(Set.of("3"));
            assertThat(read(Topics.CONFIG_PARTS)).hasSize(3);
        } finally {
            fresh.stop();
        }
    }

    private ServletWebServerApplicationContext start() {
        return (ServletWebServerApplicationContext)
                new SpringApplicationBuilder(ControlPlaneApplication.class)
                        .run(
                                "--server.port=0",
                                "--spring.datasource.url=" + database.jdbcUrl(),
                                "--spring.datasource.username=" + database.user(),
                                "--spring.datasource.password=" + database.password(),
                                "--sluice.kafka=127.0.0.1:" + kafkaPort,
                                "--sluice.redis-url=" + TestServers.redis().uri(),
                                "--sluice.keyset-file=" + dir.resolve("keyset.json"),
                                "--sluice.data-dir=" + dir,
                                "--sluice.admin-password=" + token,
                                "--sluice.admin-token=" + token);
    }

    private void awaitHeads(Set<String> versions) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(read(Topics.CONFIG_HEADS)).isEqualTo(versions));
    }

    private Set<String> read(String topic) {
        var partition = new TopicPartition(topic, 0);
        var keys = new TreeSet<String>();
        try (var consumer =
                new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                "127.0.0.1:" + kafkaPort,
                                "default.api.timeout.ms",
                                "5000"),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            var end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(it -> keys.add(it.key()));
            }
        }
        return keys;
    }
}
