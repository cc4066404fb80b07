package dev.sluice.control.fleet;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.NodeStatus;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;

/**
 * Reads what nodes say of themselves. Each control plane reads all of it for itself, from the
 * beginning of the topic's short retention, and keeps no offset.
 */
@Component
class NodeStatusFeed implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(NodeStatusFeed.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final long STOP_MS = 3_000;

    private final ControlPlaneSettings settings;
    private final FleetService fleet;
    private final MeterRegistry meters;
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private @Nullable Thread thread;
    private volatile boolean running;

    NodeStatusFeed(ControlPlaneSettings settings, FleetService fleet, MeterRegistry meters) {
        this.settings = settings;
        this.fleet = fleet;
        this.meters = meters;
    }

    @Override
    public synchronized void start() {
        var started =
                new KafkaConsumer<byte[], byte[]>(
                        Map.of(
                                "bootstrap.servers", settings.kafka(),
                                "enable.auto.commit", "false",
                                "auto.offset.reset", "earliest",
                                "fetch.max.wait.ms", "200",
                                "reconnect.backoff.max.ms", "1000"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
        consumer = started;
        running = true;
        thread = Thread.ofPlatform().name("node-status").start(() -> run(started));
    }

    private void run(Consumer<byte[], byte[]> from) {
        var partition = new TopicPartition(Topics.NODE_STATUS, 0);
        try (from) {
            from.assign(List.of(partition));
            from.seekToBeginning(List.of(partition));
            while (running) {
                poll(from);
            }
        } catch (WakeupException | InterruptException stopped) {
            LOG.debug("node status feed was woken to stop");
        }
    }

    private void poll(Consumer<byte[], byte[]> from) {
        try {
            from.poll(POLL).forEach(this::hear);
        } catch (WakeupException | InterruptException stopped) {
            throw stopped;
        } catch (KafkaException away) {
            LOG.warn("node status cannot be read: {}", away.toString());
        }
    }

    private void hear(ConsumerRecord<byte[], byte[]> record) {
        try {
            var status = SluiceJson.mapper().readValue(record.value(), NodeStatus.class);
            if (isWhole(status)) {
                fleet.heard(status, Instant.ofEpochMilli(record.timestamp()));
                return;
            }
        } catch (JacksonException | IllegalArgumentException unreadable) {
            LOG.debug("unreadable node status", unreadable);
        }
        // A status is replaced by the next one in seconds: nothing is lost by passing over it.
        meters.counter("sluice.poison.records", "topic", record.topic(), "reason", "unreadable")
                .increment();
        LOG.warn("passed over {}-{}@{}", record.topic(), record.partition(), record.offset());
    }

    @SuppressWarnings("NullAway") // JSON may lack what the type promises: that is the question here
    private static boolean isWhole(@Nullable NodeStatus status) {
        return status != null && status.node() != null && status.at() != null;
    }

    @Override
    public synchronized void stop() {
        running = false;
        if (consumer != null) {
            consumer.wakeup();
        }
        if (thread != null) {
            try {
                thread.join(STOP_MS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
