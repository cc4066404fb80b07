package dev.sluice.control.metering;

import static org.awaitility.Awaitility.await;

import dev.sluice.control.ledger.Ledger;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A usage topic of a test's own, who writes to it, and feeds that read it. */
final class UsageTopic implements AutoCloseable {
    private static final int PARTITIONS = 4;

    private final String bootstrap;
    private final String name = "usage-" + UUID.randomUUID();
    private final KafkaProducer<String, byte[]> producer;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    UsageTopic(String bootstrap) throws Exception {
        this.bootstrap = bootstrap;
        create();
        producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", bootstrap, "linger.ms", 0),
                        new StringSerializer(),
                        new ByteArraySerializer());
    }

    private void create() throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** The topic anew, empty, under the same name. */
    void recreate() throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.deleteTopics(List.of(name)).all().get(30, TimeUnit.SECONDS);
        }
        await().ignoreExceptions().untilAsserted(this::create);
    }

    void send(UsageEvent event) throws Exception {
        send(event.eventId().toString(), SluiceJson.mapper().writeValueAsBytes(event));
    }

    void send(String key, String payload) throws Exception {
        send(key, payload.getBytes(StandardCharsets.UTF_8));
    }

    private void send(String key, byte[] payload) throws Exception {
        producer.send(new ProducerRecord<>(name, key, payload)).get(30, TimeUnit.SECONDS);
    }

    UsageFeed feed(Ledger ledger, int consumers) {
        var source = new UsageFeed.Source(bootstrap, name, name + "-group", consumers);
        return new UsageFeed(
                source,
                ledger,
                new Rater(KnownBooks.NONE),
                new FeedMetrics(meters),
                Clock.systemUTC());
    }

    double counted(String meter) {
        return meters.find(meter).counters().stream().mapToDouble(it -> it.count()).sum();
    }

    @Override
    public void close() {
        producer.close();
    }
}
