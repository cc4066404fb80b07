package dev.sluice.dataplane.snapshot;

import dev.sluice.model.Topics;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.NodeStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says on {@code sluice.node.status} what this node runs: periodically, and at once on a change.
 */
public final class NodeStatusReporter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NodeStatusReporter.class);

    private final Supplier<NodeStatus> status;
    private final long periodMs;
    private final Map<String, Object> settings;
    private final Semaphore wanted = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    public NodeStatusReporter(
            Supplier<NodeStatus> status, String bootstrapServers, Duration period) {
        this.status = status;
        this.periodMs = period.toMillis();
        this.settings =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG, 2_000,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 5_000,
                        ProducerConfig.BUFFER_MEMORY_CONFIG, 262_144L,
                        ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000,
                        ProducerConfig.LINGER_MS_CONFIG, 0);
        this.thread = Thread.ofPlatform().daemon().name("node-status").unstarted(this::report);
    }

    public void start() {
        thread.start();
    }

    /** Something changed: report it now. Never blocks. */
    public void changed() {
        wanted.release();
    }

    private void report() {
        try (var producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            while (!closed) {
                send(producer);
                wanted.tryAcquire(periodMs, TimeUnit.MILLISECONDS);
                wanted.drainPermits();
            }
            send(producer);
            producer.close(Duration.ofSeconds(1));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(KafkaProducer<String, byte[]> producer) {
        try {
            var now = status.get();
            var json = SluiceJson.write(now).getBytes(StandardCharsets.UTF_8);
            var _ =
                    producer.send(
                            new ProducerRecord<>(Topics.NODE_STATUS, now.node(), json),
                            (sent, failure) -> {
                                if (failure != null) {
                                    log.debug(
                                            "the status did not reach Kafka: {}",
                                            failure.getMessage());
                                }
                            });
        } catch (RuntimeException unreachable) {
            // The next period tries again; a node serves without being seen.
            log.debug("the status did not reach Kafka: {}", unreachable.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        wanted.release();
    }
}
