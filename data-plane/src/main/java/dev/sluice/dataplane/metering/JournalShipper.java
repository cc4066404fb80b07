package dev.sluice.dataplane.metering;

import dev.sluice.dataplane.metering.JournalSegments.Mark;
import dev.sluice.model.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the journal's events to {@code sluice.usage} on a thread of its own, in order, and marks
 * how far it has come. An event may arrive twice (its id tells), never not at all.
 */
public final class JournalShipper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JournalShipper.class);
    private static final int MOST_PER_BATCH = 1_000;
    private static final long IDLE_MS = 250;

    /** Between two batches, so that they are more than one event each: each costs the same. */
    private static final long PAUSE_MS = 50;

    private static final long AFTER_FAULT_MS = 500;
    private static final Duration LAST_BATCH = Duration.ofSeconds(5);

    private final Journal journal;
    private final Map<String, Object> settings;
    private final Thread thread;
    private volatile boolean closed;

    public JournalShipper(Journal journal, String bootstrapServers) {
        this.journal = journal;
        this.settings =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        // A batch leaves when it is whole: flushed, not waited for.
                        ProducerConfig.LINGER_MS_CONFIG,
                        1_000,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        5_000L,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        5_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        15_000,
                        ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        1_000,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        8L << 20);
        this.thread = Thread.ofPlatform().daemon().name("journal-shipper").unstarted(this::ship);
    }

    public void start() {
        journal.onAppend(() -> LockSupport.unpark(thread));
        thread.start();
    }

    private record Batch(List<JournalRecord> events, Mark behind, boolean segmentDone) {}

    private void ship() {
        while (!closed) {
            try (var producer =
                    new KafkaProducer<>(
                            settings, new StringSerializer(), new ByteArraySerializer())) {
                shipWith(producer);
            } catch (KafkaException | ExecutionException trouble) {
                // A new producer: after an unsure send the old one's sequence may be stuck.
                log.warn("usage events wait in the journal: {}", trouble.getMessage());
                rest(AFTER_FAULT_MS);
            } catch (IOException unreadable) {
                log.error("the journal cannot be read", unreadable);
                rest(AFTER_FAULT_MS);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void shipWith(KafkaProducer<String, byte[]> producer)
            throws IOException, ExecutionException, InterruptedException {
        var mark = journal.segments().readMark();
        var partitions = producer.partitionsFor(Topics.USAGE).size();
        var turn = ThreadLocalRandom.current().nextInt(partitions);
        while (true) {
            var stopping = closed;
            var batch = next(mark);
            if (batch.events().isEmpty() && batch.behind().equals(mark)) {
                if (stopping) {
                    return;
                }
                LockSupport.parkNanos(IDLE_MS * 1_000_000);
                continue;
            }
            // A batch goes to one partition: spread over all it would be as many batches as events.
            turn = (turn + 1) % partitions;
            var sent = new ArrayList<Future<RecordMetadata>>(batch.events().size());
            for (var event : batch.events()) {
                sent.add(
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.USAGE, turn, event.id().toString(), event.json())));
            }
            producer.flush();
            for (var each : sent) {
                await(each);
            }
            mark = batch.behind();
            journal.segments().writeMark(mark);
            journal.shipped(
                    batch.events().size(),
                    batch.events().stream().mapToLong(JournalRecord::sizeBytes).sum());
            if (batch.segmentDone()) {
                journal.clean(mark);
            }
            rest(PAUSE_MS);
        }
    }

    private static void await(Future<RecordMetadata> sent)
            throws ExecutionException, InterruptedException {
        try {
            sent.get();
        } catch (ExecutionException failure) {
            if (!(failure.getCause() instanceof RecordTooLargeException)) {
                throw failure;
            }
            // It will never fit, and the others wait behind it.
            log.error("a usage event is too large for Kafka: {}", failure.getMessage());
        }
    }

    /** The next events behind the mark; at a segment's end the mark moves to the next segment. */
    private Batch next(Mark mark) throws IOException {
        var end = journal.end();
        if (mark.segment() == end.segment() && mark.offset() == end.offset()) {
            return new Batch(List.of(), mark, false);
        }
        var isNewest = mark.segment() == end.segment();
        var numbers = isNewest ? List.of(end.segment()) : journal.segments().numbers();
        var from = mark;
        if (!numbers.contains(mark.segment())) {
            var later = numbers.stream().filter(number -> number > mark.segment()).findFirst();
            from = new Mark(later.orElse(end.segment()), 0);
        }
        var number = from.segment();
        var isLast = number == end.segment();
        var limit = isLast ? end.offset() : journal.segments().sizeBytes(number);
        var events = new ArrayList<JournalRecord>();
        var reached =
                journal.segments()
                        .scan(
                                number,
                                from.offset(),
                                limit,
                                (found, behind) -> {
                                    if (events.size() >= MOST_PER_BATCH) {
                                        return false;
                                    }
                                    if (found.kind() == JournalRecord.EVENT) {
                                        events.add(found);
                                    }
                                    return true;
                                });
        if (events.size() >= MOST_PER_BATCH || isLast) {
            return new Batch(events, new Mark(number, reached), false);
        }
        var following =
                numbers.stream().filter(each -> each > number).findFirst().orElse(end.segment());
        return new Batch(events, new Mark(following, 0), true);
    }

    private void rest(long ms) {
        try {
            Thread.sleep(Duration.ofMillis(ms));
        } catch (InterruptedException stopping) {
            closed = true;
        }
    }

    /** Ships what is there, for at most the given time, and stops. */
    public void close(Duration atMost) {
        closed = true;
        try {
            if (!thread.join(atMost)) {
                thread.interrupt();
                // Two that ship one journal would tread on each other's marks.
                thread.join(LAST_BATCH);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }
}
