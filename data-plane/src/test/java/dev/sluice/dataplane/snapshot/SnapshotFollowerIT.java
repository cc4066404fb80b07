package dev.sluice.dataplane.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.SnapshotHead;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFollowerIT {
    private static final String UPSTREAM =
            "{\"name\":\"u\",\"provider\":\"openai-compatible\",\"baseUrl\":\"http://127.0.0.1:1\"}";
    private static final String MODEL = "{\"name\":\"m\",\"upstream\":\"u\"}";
    private static final String TENANT =
            "{\"kind\":\"tenant\",\"v\":1,\"tenant\":{\"name\":\"t\"},"
                    + "\"apps\":[{\"name\":\"a\",\"aliases\":[\"chat\"]}]}";
    private static final String KEYS =
            "{\"kind\":\"keys\",\"v\":1,\"tenant\":\"t\",\"chunk\":0,\"keys\":["
                    + "{\"id\":\"k1\",\"hash\":\"h1\",\"path\":{\"tenant\":\"t\",\"app\":\"a\",\"key\":\"k\"},"
                    + "\"state\":\"active\",\"issuedAt\":\"2026-11-01T00:00:00Z\",\"rules\":{\"maxOutputTokens\":50}},"
                    + "{\"id\":\"k2\",\"hash\":\"h2\",\"path\":{\"tenant\":\"t\",\"app\":\"a\",\"key\":\"k\",\"subKey\":\"s\"},"
                    + "\"state\":\"active\",\"issuedAt\":\"2026-11-01T00:00:00Z\","
                    + "\"rules\":{\"aliases\":[\"chat\",\"foreign\"],\"maxOutputTokens\":80}}]}";

    private static KafkaProducer<String, String> producer;
    private static final SecretSealer SEALER =
            SecretSealer.fromKeyset(SecretSealer.generateKeyset());

    @TempDir Path dir;

    @BeforeAll
    static void topics() throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", TestServers.kafka());
        try (var admin = Admin.create(settings)) {
            admin.createTopics(
                            List.of(
                                    new NewTopic(Topics.CONFIG_PARTS, 1, (short) 1),
                                    new NewTopic(Topics.CONFIG_HEADS, 1, (short) 1)))
                    .all()
                    .get();
        }
        producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    @AfterAll
    static void close() {
        producer.close();
    }

    private static String catalogue(String... aliases) {
        var list =
                List.of(aliases).stream()
                        .map(name -> "{\"name\":\"" + name + "\",\"targets\":[{\"model\":\"m\"}]}")
                        .toList();
        return "{\"kind\":\"catalogue\",\"v\":1,\"currency\":\"USD\",\"upstreams\":["
                + UPSTREAM
                + "],\"models\":["
                + MODEL
                + "],\"aliases\":"
                + list
                + "}";
    }

    private static String publishPart(String json) throws Exception {
        var hash = ConfigStore.sha256(json.getBytes(StandardCharsets.UTF_8));
        producer.send(new ProducerRecord<>(Topics.CONFIG_PARTS, hash, json)).get();
        return hash;
    }

    private static void publishHead(long version, List<String> hashes) throws Exception {
        var head = new SnapshotHead(1, version, Instant.EPOCH, "admin", null, "sha", hashes);
        producer.send(
                        new ProducerRecord<>(
                                Topics.CONFIG_HEADS,
                                Long.toString(version),
                                SluiceJson.write(head)))
                .get();
    }

    private SnapshotFollower follower(SnapshotHolder holder, String kafka) {
        return new SnapshotFollower(
                holder,
                SEALER,
                kafka,
                dir,
                InstantSource.system(),
                new SimpleMeterRegistry(),
                () -> {});
    }

    @Test
    void appliesWholeVersionsKeepsTheLastGoodOneAndStartsFromDisk() throws Exception {
        var holder = new SnapshotHolder();
        try (var follower = follower(holder, TestServers.kafka())) {
            follower.start();
            var tenant = publishPart(TENANT);
            var keys = publishPart(KEYS);
            var first = publishPart(catalogue("chat"));
            publishHead(1, List.of(first, tenant, keys));
            await().atMost(Duration.ofSeconds(30)).until(() -> holder.current() != null);

            var key = holder.current().keyByHash("h2");
            assertThat(key.aliases()).containsExactly("chat");
            assertThat(key.maxOutputTokens()).isEqualTo(50);
            assertThat(key.scopes()).hasSize(4);
            assertThat(key.states()).hasSize(2);
            assertThat(key.revocableIds()).isEqualTo("k2 k1");

            var broken =
                    publishPart(catalogue("chat").replace("\"model\":\"m\"", "\"model\":\"x\""));
            publishHead(2, List.of(broken, tenant, keys));
            await().until(() -> holder.error() != null && holder.error().contains("version 2"));
            assertThat(holder.current().version()).isEqualTo(1);

            producer.send(new ProducerRecord<>(Topics.CONFIG_HEADS, "3", "{broken")).get();
            var started = System.nanoTime();
            var second = publishPart(catalogue("chat", "other"));
            publishHead(4, List.of(second, tenant, keys));
            await().pollInterval(Duration.ofMillis(5)).until(() -> holder.current().version() == 4);
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .isLessThan(Duration.ofSeconds(5));
            assertThat(holder.error()).isNull();
            await().until(() ->
                    new LastGoodSnapshot(dir).read().orElseThrow().head().version() == 4);
        }

        var alone = new SnapshotHolder();
        try (var follower = follower(alone, "127.0.0.1:1")) {
            follower.start();
            assertThat(alone.current().version()).isEqualTo(4);
            assertThat(alone.current().aliases()).containsOnlyKeys("chat", "other");
        }
    }
}
