package dev.sluice.dataplane.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.EmbeddedKafkaServer;
import dev.sluice.embedded.Ports;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.id.Uuid7;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalShipperIT {
    @TempDir Path dir;

    private static void createTopic(String kafka) throws Exception {
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", kafka))) {
            if (!admin.listTopics().names().get().contains(Topics.USAGE)) {
                admin.createTopics(List.of(new NewTopic(Topics.USAGE, 4, (short) 1))).all().get();
            }
        }
    }

    private static List<String> shippedIds(String kafka) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", kafka, "auto.offset.reset", "earliest");
        try (var consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            var partitions =
                    IntStream.range(0, 4)
                            .mapToObj(number -> new TopicPartition(Topics.USAGE, number))
                            .toList();
            consumer.assign(partitions);
            var ends = consumer.endOffsets(partitions);
            consumer.seekToBeginning(partitions);
            var ids = new ArrayList<String>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(200)).forEach(found -> ids.add(found.key()));
            }
            return ids;
        }
    }

    private static Set<String> append(Journal journal, int count, String json) {
        var ids = new HashSet<String>();
        for (var i = 0; i < count; i++) {
            UUID id = Uuid7.at(1_796_000_000_000L + i);
            ids.add(id.toString());
            journal.append(
                    JournalRecord.EVENT,
                    id,
                    () -> json.getBytes(StandardCharsets.UTF_8),
                    failure -> assertThat(failure).isNull());
        }
        return ids;
    }

    @Test
    void shipsOverSegmentsGoesOnAfterARestartAndDeletesWhatIsDone() throws Exception {
        var kafka = TestServers.kafka();
        createTopic(kafka);
        var ids = new HashSet<String>();
        try (var journal = Journal.open(dir, 1L << 30)) {
            ids.addAll(append(journal, 30_000, "{\"x\":\"" + "y".repeat(1_000) + "\"}"));
            var shipper = new JournalShipper(journal, kafka);
            shipper.start();
            await().atMost(Duration.ofSeconds(60)).until(() -> journal.unshippedEvents() < 20_000);
            shipper.close(Duration.ZERO);
        }
        try (var journal = Journal.open(dir, 1L << 30)) {
            ids.addAll(append(journal, 10, "{}"));
            try (var shipper = new JournalShipper(journal, kafka)) {
                shipper.start();
                await().atMost(Duration.ofSeconds(60)).until(() -> journal.unshippedEvents() == 0);
                await().until(() -> journal.segments().numbers().size() == 1);
            }
        }
        assertThat(new HashSet<>(shippedIds(kafka))).isEqualTo(ids);
    }

    @Test
    void waitsForKafkaWhileItIsAway() throws Exception {
        var port = Ports.free();
        var address = "127.0.0.1:" + port;
        try (var journal = Journal.open(dir, 1 << 20);
                var shipper = new JournalShipper(journal, address)) {
            shipper.start();
            var ids = append(journal, 100, "{}");
            await().until(() -> journal.unshippedEvents() == 100);
            var server = EmbeddedKafkaServer.start(dir.resolve("kafka"), port);
            try {
                createTopic(address);
                await().atMost(Duration.ofSeconds(60)).until(() -> journal.unshippedEvents() == 0);
                assertThat(new HashSet<>(shippedIds(address))).isEqualTo(ids);
            } finally {
                server.stop();
            }
        }
    }
}
