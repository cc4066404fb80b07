package dev.sluice.control.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.control.reports.Golden;
import dev.sluice.control.testing.CleanConfig;
import dev.sluice.control.testing.ControlPlaneTest;
import dev.sluice.embedded.testing.TestServers;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.NodeStatus;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class FleetOverRestIT extends ControlPlaneTest {
    private static final Instant NOW =
            Instant.now(Clock.systemUTC()).truncatedTo(ChronoUnit.MILLIS);

    @Test
    void showsWhatEachNodeRunsAndWhoseClockIsWrong() throws Exception {
        CleanConfig.reset(database);
        try (var producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", TestServers.kafka()),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            send(producer, "not json".getBytes(StandardCharsets.UTF_8));
            send(producer, status("node-1", NOW.minusSeconds(5), 0, null));
            send(producer, status("node-1", NOW.plusSeconds(3600), 0, null));
            send(producer, status("node-2", NOW.plusSeconds(3600), 7, "model m2 is not known"));
        }

        await().until(() -> admin().get("/api/v1/fleet").json().path("nodes").size() == 2);

        Golden.assertJson(
                "fleet/fleet.json",
                admin().get("/api/v1/fleet")
                        .text()
                        .replaceAll("(\"lastSeenAt\" ?: ?)\"[^\"]*\"", "$1\"HEARD\"")
                        .replaceAll("(\"clockAheadMs\" ?: ?)3[56][0-9]{5}\\b", "$1\"AN-HOUR\""));
        assertThat(as("nobody").get("/api/v1/fleet").status()).isEqualTo(401);
    }

    private static void send(KafkaProducer<String, byte[]> to, byte[] value) throws Exception {
        to.send(new ProducerRecord<>(Topics.NODE_STATUS, "node", value)).get();
    }

    private static byte[] status(String node, Instant at, long version, String error) {
        var began = Instant.parse("2026-11-30T00:00:00Z");
        return SluiceJson.mapper()
                .writeValueAsBytes(
                        new NodeStatus(
                                1, node, "0.1.0", began, at, version, began, error, false, 3, 2, 0,
                                true));
    }
}
