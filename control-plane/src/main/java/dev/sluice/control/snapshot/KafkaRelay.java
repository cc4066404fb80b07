package dev.sluice.control.snapshot;

import dev.sluice.control.ControlPlaneSettings;
import dev.sluice.model.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Carries the outbox to Kafka, oldest first, on one thread of its own. A record that was sent and
 * not yet removed is sent again after a crash: parts are named by their content and heads by their
 * version, so that does no harm.
 */
@Component
class KafkaRelay implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaRelay.class);
    private static final int BATCH = 50;
    private static final long IDLE_MS = 1_000;
    private static final long SHORTEST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 2_000;

    private final ControlPlaneSettings settings;
    private final Outbox outbox;
    private final VersionStore versions;
    private final ConfigTopics topics;
    private final Semaphore bell = new Semaphore(0);
    private volatile @Nullable Thread worker;

    KafkaRelay(
            ControlPlaneSettings settings,
            Outbox outbox,
            VersionStore versions,
            ConfigTopics topics) {
        this.settings = settings;
        this.outbox = outbox;
        this.versions = versions;
        this.topics = topics;
    }

    /** There is something to send; returns at once. */
    void wake() {
        bell.release();
    }

    @Override
    public void start() {
        // Known before it runs: the thread asks whether it is still wanted.
        var thread = Thread.ofPlatform().name("config-relay").daemon().unstarted(this::run);
        worker = thread;
        thread.start();
    }

    private void run() {
        var pauseMs = SHORTEST_PAUSE_MS;
        while (isRunning()) {
            try {
                if (topics.ensure(this::isRunning)) {
                    resendToAnEmptyKafka();
                    pauseMs = SHORTEST_PAUSE_MS;
                    relayWithAProducer();
                }
            } catch (InterruptedException | InterruptException stopped) {
                return;
            } catch (ExecutionException | RuntimeException away) {
                // Kafka or the database; whatever it is, what waits in the outbox stays there.
                LOG.warn("config is not relayed, trying again: {}", away.getMessage());
                if (!pause(pauseMs)) {
                    return;
                }
                pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
            }
        }
    }

    private static boolean pause(long pauseMs) {
        try {
            Thread.sleep(pauseMs);
            return true;
        } catch (InterruptedException stopped) {
            return false;
        }
    }

    /** Until it fails: a producer that has failed is not used again. */
    private void relayWithAProducer() throws ExecutionException, InterruptedException {
        var producer = new KafkaProducer<String, byte[]>(producerSettings());
        try {
            producer.partitionsFor(Topics.CONFIG_HEADS);
            while (isRunning()) {
                if (sendSome(producer) == 0 && bell.tryAcquire(IDLE_MS, TimeUnit.MILLISECONDS)) {
                    bell.drainPermits();
                }
            }
        } finally {
            producer.close(Duration.ZERO);
        }
    }

    private int sendSome(Producer<String, byte[]> producer)
            throws ExecutionException, InterruptedException {
        var batch = outbox.oldest(BATCH);
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        for (var record : batch) {
            answers.add(
                    producer.send(
                            new ProducerRecord<>(record.topic(), record.key(), record.payload())));
        }
        for (var answer : answers) {
            answer.get();
        }
        if (!batch.isEmpty()) {
            outbox.remove(batch);
        }
        return batch.size();
    }

    /** A Kafka that was set up anew has the topics and nothing in them. */
    private void resendToAnEmptyKafka() throws ExecutionException, InterruptedException {
        if (topics.headsAreEmpty()) {
            versions.queueCurrentAgain();
        }
    }

    private Map<String, Object> producerSettings() {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                settings.kafka(),
                ProducerConfig.CLIENT_ID_CONFIG,
                "control-plane-config",
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                StringSerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4",
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                ConfigTopics.MOST_BYTES,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                2_000,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                10_000,
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                5_000);
    }

    @Override
    public void stop() {
        var thread = worker;
        worker = null;
        if (thread == null) {
            return;
        }
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return worker != null;
    }
}
