package dev.sluice.dataplane.snapshot;

import dev.sluice.model.Topics;
import dev.sluice.model.secret.SecretSealer;
import dev.sluice.model.snapshot.SnapshotHead;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads parts and heads from Kafka on a thread of its own and swaps the node's snapshot once a
 * version is whole and compiles. Until Kafka answers, and whenever a version is broken, the node
 * serves by the last good one.
 */
public final class SnapshotFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SnapshotFollower.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration AFTER_FAULT = Duration.ofSeconds(1);

    private final SnapshotHolder holder;
    private final SnapshotCompiler compiler;
    private final LastGoodSnapshot lastGood;
    private final ConfigStore store = new ConfigStore();
    private final InstantSource clock;
    private final Runnable onChange;
    private final Map<String, Object> settings;
    private final Counter poisoned;
    private final Thread thread;
    private volatile boolean closed;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable KafkaConsumer<String, byte[]> consumer;
    private long triedVersion;

    /**
     * @param onChange told after a version was applied or refused; on the follower's thread
     */
    public SnapshotFollower(
            SnapshotHolder holder,
            SecretSealer sealer,
            String bootstrapServers,
            Path dataDir,
            InstantSource clock,
            MeterRegistry meters,
            Runnable onChange) {
        this.holder = holder;
        this.compiler = new SnapshotCompiler(sealer);
        this.lastGood = new LastGoodSnapshot(dataDir);
        this.clock = clock;
        this.onChange = onChange;
        this.settings =
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        500,
                        ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        1_000,
                        ConsumerConfig.METADATA_MAX_AGE_CONFIG,
                        10_000);
        this.poisoned =
                Counter.builder("sluice.config.poisoned")
                        .description("config records that were set aside")
                        .register(meters);
        this.thread =
                Thread.ofPlatform().daemon().name("snapshot-follower").unstarted(this::follow);
    }

    /** Applies the last good version from disk, on this thread, and begins to follow. */
    public void start() {
        lastGood.read().ifPresent(this::applyStored);
        thread.start();
    }

    private void applyStored(LastGoodSnapshot.Stored stored) {
        try {
            var version = stored.head().version();
            holder.apply(compiler.compile(version, stored.parts()), clock.instant());
            log.info("serving by version {} from disk", stored.head().version());
        } catch (RuntimeException broken) {
            log.warn("the last good version on disk is broken: {}", broken.getMessage());
        }
    }

    private void follow() {
        while (!closed) {
            try (var kafka =
                    new KafkaConsumer<>(
                            settings, new StringDeserializer(), new ByteArrayDeserializer())) {
                consumer = kafka;
                var partitions =
                        List.of(
                                new TopicPartition(Topics.CONFIG_PARTS, 0),
                                new TopicPartition(Topics.CONFIG_HEADS, 0));
                kafka.assign(partitions);
                kafka.seekToBeginning(partitions);
                while (!closed) {
                    var records = kafka.poll(POLL);
                    records.forEach(this::take);
                    if (!records.isEmpty()) {
                        applyNewest();
                    }
                }
            } catch (WakeupException woken) {
                return;
            } catch (KafkaException trouble) {
                log.warn("following the config begins anew: {}", trouble.getMessage());
                pause();
            }
        }
    }

    private void take(ConsumerRecord<String, byte[]> published) {
        try {
            if (published.topic().equals(Topics.CONFIG_PARTS)) {
                store.part(String.valueOf(published.key()), published.value());
            } else {
                store.head(published.value());
            }
        } catch (RuntimeException poison) {
            poisoned.increment();
            log.error(
                    "record {} of {} is set aside: {}",
                    published.offset(),
                    published.topic(),
                    poison.getMessage());
            holder.refuse(
                    "a record of " + published.topic() + " cannot be read: " + poison.getMessage());
            onChange.run();
        }
    }

    private void applyNewest() {
        var head = store.newest();
        if (head == null || head.version() == triedVersion) {
            return;
        }
        if (!store.isComplete(head)) {
            holder.refuse("version " + head.version() + " waits for its parts");
            return;
        }
        triedVersion = head.version();
        var current = holder.current();
        if (current != null && current.version() == head.version()) {
            holder.confirm();
            return;
        }
        try {
            holder.apply(compiler.compile(head.version(), store.partsOf(head)), clock.instant());
            log.info("serving by version {}", head.version());
        } catch (RuntimeException broken) {
            log.error("version {} is refused: {}", head.version(), broken.getMessage());
            holder.refuse("version " + head.version() + ": " + broken.getMessage());
            onChange.run();
            return;
        }
        onChange.run();
        keep(head);
    }

    private void keep(SnapshotHead head) {
        try {
            lastGood.write(new LastGoodSnapshot.Stored(head, store.partsOf(head)));
        } catch (IOException unwritable) {
            log.warn("version {} is not on disk: {}", head.version(), unwritable.getMessage());
        }
    }

    private void pause() {
        try {
            closing.await(AFTER_FAULT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        var kafka = consumer;
        if (kafka != null) {
            // No interrupt: it would disturb the consumer's own closing.
            kafka.wakeup();
        }
        closing.countDown();
    }
}
