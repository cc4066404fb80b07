package dev.sluice.control.metering;

import dev.sluice.control.ledger.FeedStep;
import dev.sluice.control.ledger.Ledger;
import dev.sluice.control.ledger.PoisonRecord;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves usage events from Kafka into the ledger, each booked once. Where to read on from stands in
 * PostgreSQL and changes in the booking's own transaction; Kafka only spreads the partitions over
 * the consumers. While PostgreSQL is away the partitions are paused and the membership kept.
 */
final class UsageConsumer implements ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(UsageConsumer.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final Ledger ledger;
    private final TopicIds topicIds;
    private final UsageRecordReader reader;
    private final Rater rater;
    private final FeedMetrics metrics;
    private final InstantSource clock;
    private final String topic;
    private final Set<TopicPartition> unplaced = new HashSet<>();
    private final Backoff backoff = new Backoff();
    private volatile boolean stopped;
    private volatile boolean caughtUp;

    UsageConsumer(
            Consumer<byte[], byte[]> consumer,
            Ledger ledger,
            TopicIds topicIds,
            Rater rater,
            FeedMetrics metrics,
            InstantSource clock,
            String topic) {
        this.consumer = consumer;
        this.ledger = ledger;
        this.topicIds = topicIds;
        this.reader = new UsageRecordReader(clock);
        this.rater = rater;
        this.metrics = metrics;
        this.clock = clock;
        this.topic = topic;
    }

    /** Runs until {@link #stop}. Nothing that Kafka or PostgreSQL does ends it. */
    void run() {
        try (consumer) {
            consumer.subscribe(List.of(topic), this);
            while (!stopped) {
                turn();
            }
        } catch (WakeupException stop) {
            LOG.debug("the ledger's feed was woken to stop");
        }
    }

    /** Whether everything that was on Kafka a moment ago is booked. */
    boolean hasCaughtUp() {
        return caughtUp;
    }

    void stop() {
        stopped = true;
        consumer.wakeup();
    }

    private void turn() {
        try {
            if (place()) {
                var records = consumer.poll(POLL);
                if (!records.isEmpty()) {
                    caughtUp = false;
                    book(records);
                } else {
                    caughtUp = unplaced.isEmpty() && !consumer.assignment().isEmpty();
                }
                metrics.failing(false);
            }
        } catch (WakeupException stop) {
            throw stop;
        } catch (SQLException | RuntimeException away) {
            waitOut(away);
        }
    }

    /** Seeks what was newly assigned to where the ledger stands; false while it cannot. */
    private boolean place() throws SQLException {
        if (unplaced.isEmpty()) {
            return true;
        }
        var topicId = topicIds.of(topic);
        var known = ledger.positions(topic);
        for (var partition : Set.copyOf(unplaced)) {
            var position = known.get(partition.partition());
            if (position != null && position.topicId().equals(topicId)) {
                consumer.seek(partition, position.nextOffset());
            } else {
                consumer.seekToBeginning(List.of(partition));
            }
        }
        consumer.resume(unplaced);
        unplaced.clear();
        return true;
    }

    private void book(ConsumerRecords<byte[], byte[]> records) throws SQLException {
        var batch = new UsageBatch(reader, rater, topicIds.of(topic));
        try {
            commit(batch.stepOf(records));
        } catch (SQLException refused) {
            if (!SqlFailures.isAboutTheData(refused)) {
                throw refused;
            }
            bookOneByOne(batch, records);
        }
        backoff.reset();
        watch(records);
    }

    /** The database will not take the batch, and will never: find the record it objects to. */
    private void bookOneByOne(UsageBatch batch, Iterable<ConsumerRecord<byte[], byte[]>> records)
            throws SQLException {
        for (var record : records) {
            try {
                commit(batch.stepOf(List.of(record)));
            } catch (SQLException refused) {
                if (!SqlFailures.isAboutTheData(refused)) {
                    throw refused;
                }
                commit(batch.setAside(record, String.valueOf(refused.getMessage())));
            }
        }
    }

    private void commit(FeedStep step) throws SQLException {
        metrics.booked(ledger.book(step));
        for (PoisonRecord record : step.poison()) {
            metrics.poisoned(record.topic(), record.reason());
            LOG.error(
                    "set aside {}-{}@{}: {}: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    record.reason(),
                    record.detail());
        }
    }

    private void watch(ConsumerRecords<byte[], byte[]> records) {
        long lag = 0;
        for (var partition : consumer.assignment()) {
            lag += consumer.currentLag(partition).orElse(0);
        }
        metrics.lag(lag);
        caughtUp = lag == 0;
        for (var record : records) {
            metrics.delayed(Duration.ofMillis(Math.max(0, clock.millis() - record.timestamp())));
        }
    }

    /** Keeps the membership without reading on, then begins again where the ledger stands. */
    private void waitOut(Exception away) {
        caughtUp = false;
        metrics.failing(true);
        topicIds.forget();
        var wait = backoff.next();
        LOG.warn("the ledger's feed waits {} ms: {}", wait.toMillis(), away.toString());
        try {
            var assigned = consumer.assignment();
            unplaced.addAll(assigned);
            consumer.pause(assigned);
            long until = clock.millis() + wait.toMillis();
            do {
                consumer.poll(Duration.ofMillis(Math.clamp(until - clock.millis(), 1, 200)));
            } while (!stopped && clock.millis() < until);
        } catch (WakeupException stop) {
            throw stop;
        } catch (KafkaException alsoAway) {
            LOG.warn("Kafka: {}", alsoAway.toString());
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        unplaced.addAll(partitions);
        consumer.pause(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        partitions.forEach(unplaced::remove);
    }

    /** What Kafka consumers of the ledger are set to. */
    static Map<String, Object> settings(String bootstrapServers, String group) {
        return Map.ofEntries(
                Map.entry("bootstrap.servers", bootstrapServers),
                Map.entry("group.id", group),
                Map.entry("enable.auto.commit", "false"),
                // Only where the stored offset is gone from the topic; what comes twice is booked
                // once.
                Map.entry("auto.offset.reset", "earliest"),
                // A tenth of a second gathers what comes in under load into one transaction.
                Map.entry("fetch.min.bytes", "65536"),
                Map.entry("fetch.max.wait.ms", "100"),
                // After a pause: the more calls are booked at once, the fewer times each row of a
                // roll-up is written. What is read ahead of that is bounded, and so is memory.
                Map.entry("max.poll.records", "4000"),
                Map.entry("fetch.max.bytes", "8388608"),
                // A killed control plane must not hold its partitions for long.
                Map.entry("session.timeout.ms", "6000"),
                Map.entry("heartbeat.interval.ms", "1500"),
                Map.entry("reconnect.backoff.max.ms", "1000"),
                Map.entry(
                        "partition.assignment.strategy",
                        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"),
                Map.entry(
                        "key.deserializer",
                        "org.apache.kafka.common.serialization.ByteArrayDeserializer"),
                Map.entry(
                        "value.deserializer",
                        "org.apache.kafka.common.serialization.ByteArrayDeserializer"));
    }
}
