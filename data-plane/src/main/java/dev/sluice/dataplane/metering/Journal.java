package dev.sluice.dataplane.metering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's own append-only file of events that are not in Kafka yet. One thread writes, many
 * records by one write; what was written survives the death of the process, and within a second
 * that of the machine.
 */
public final class Journal implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Journal.class);
    private static final long SEGMENT_BYTES = 16 << 20;
    private static final int MOST_PER_WRITE = 512;
    private static final long SYNC_MS = 1_000;

    private final JournalSegments segments;
    private final long mostBytes;
    private final BlockingQueue<Append> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private final Thread syncer;
    private final AtomicLong unshippedBytes = new AtomicLong();
    private final AtomicLong unshippedEvents = new AtomicLong();

    /** Segments that hold an admission whose event has not come: they must stay. */
    private final Map<UUID, Long> openAdmissions = new ConcurrentHashMap<>();

    private final Map<UUID, JournalRecord> abandoned = new LinkedHashMap<>();
    private volatile Runnable onAppend = () -> {};
    private volatile boolean closed;
    private volatile @Nullable IOException fault;
    private volatile FileChannel channel;
    private volatile End end;

    /** Where the writer stands: all before it is readable. */
    record End(long segment, long offset) {}

    private record Append(
            byte kind, UUID id, Supplier<byte[]> json, Consumer<@Nullable Throwable> done) {}

    /** Wakes the writer for the last time. */
    private static final Append STOP =
            new Append((byte) 0, new UUID(0, 0), () -> new byte[0], _ -> {});

    /**
     * Opens the journal and takes stock of what an earlier process left.
     *
     * @param mostBytes of events that are not shipped; more are refused
     */
    public static Journal open(Path dir, long mostBytes) {
        try {
            return new Journal(new JournalSegments(dir), mostBytes);
        } catch (IOException unusable) {
            throw new UncheckedIOException("the journal in " + dir + " cannot be used", unusable);
        }
    }

    private Journal(JournalSegments segments, long mostBytes) throws IOException {
        this.segments = segments;
        this.mostBytes = mostBytes;
        var numbers = segments.numbers();
        takeStock(numbers);
        var next =
                Math.max(numbers.isEmpty() ? 0 : numbers.getLast(), segments.readMark().segment())
                        + 1;
        this.channel = segments.create(next);
        this.end = new End(next, 0);
        this.writer = Thread.ofPlatform().daemon().name("journal-writer").unstarted(this::write);
        writer.start();
        this.syncer = Thread.ofPlatform().daemon().name("journal-sync").unstarted(this::sync);
        syncer.start();
    }

    private void takeStock(List<Long> numbers) throws IOException {
        var mark = segments.readMark();
        for (var number : numbers) {
            var size = segments.sizeBytes(number);
            var stopped =
                    segments.scan(
                            number,
                            0,
                            size,
                            (found, behind) -> {
                                if (found.kind() == JournalRecord.ADMISSION) {
                                    abandoned.put(found.id(), found);
                                    return true;
                                }
                                abandoned.remove(found.id());
                                if (number > mark.segment()
                                        || (number == mark.segment() && behind > mark.offset())) {
                                    unshippedEvents.incrementAndGet();
                                    unshippedBytes.addAndGet(found.sizeBytes());
                                }
                                return true;
                            });
            if (stopped < size) {
                log.info("segment {} ends torn at byte {} of {}", number, stopped, size);
            }
        }
    }

    /** Admissions of an earlier process whose event never came. */
    List<JournalRecord> abandoned() {
        return List.copyOf(abandoned.values());
    }

    /** Whether no more may be taken on: Kafka has been away for too long. */
    public boolean isFull() {
        return unshippedBytes.get() >= mostBytes || fault != null;
    }

    public long unshippedEvents() {
        return unshippedEvents.get();
    }

    /**
     * Appends; never blocks. {@code json} is asked for and {@code done} told on the writer's
     * thread, with null once the record would survive the process.
     */
    void append(byte kind, UUID id, Supplier<byte[]> json, Consumer<@Nullable Throwable> done) {
        if (closed) {
            done.accept(new IllegalStateException("the journal is closed"));
            return;
        }
        queue.add(new Append(kind, id, json, done));
    }

    private void write() {
        var batch = new ArrayList<Append>(MOST_PER_WRITE);
        try {
            while (true) {
                batch.add(queue.take());
                queue.drainTo(batch, MOST_PER_WRITE - 1);
                var stop = batch.remove(STOP);
                writeBatch(batch);
                batch.clear();
                if (stop && queue.isEmpty()) {
                    channel.force(false);
                    channel.close();
                    return;
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (IOException unwritable) {
            fail(unwritable, batch);
        }
    }

    /** On a thread of its own: the disk may take its time, the writer must not. */
    private void sync() {
        var synced = end;
        while (!closed) {
            LockSupport.parkNanos(SYNC_MS * 1_000_000);
            var now = end;
            if (now.equals(synced)) {
                continue;
            }
            try {
                channel.force(false);
                synced = now;
            } catch (ClosedChannelException rolled) {
                log.trace("the segment was rolled, and so synced");
            } catch (IOException unsynced) {
                log.error("the journal cannot be synced to disk", unsynced);
            }
        }
    }

    private void writeBatch(List<Append> batch) throws IOException {
        var records = new ArrayList<JournalRecord>(batch.size());
        var taken = new ArrayList<Append>(batch.size());
        var bytes = 0;
        for (var append : batch) {
            try {
                var made = new JournalRecord(append.kind(), append.id(), append.json().get());
                records.add(made);
                taken.add(append);
                bytes += made.sizeBytes();
            } catch (RuntimeException notWritable) {
                append.done().accept(notWritable);
            }
        }
        if (records.isEmpty()) {
            return;
        }
        var buffer = ByteBuffer.allocate(bytes);
        records.forEach(made -> made.writeTo(buffer));
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        records.forEach(this::account);
        end = new End(end.segment(), end.offset() + bytes);
        if (end.offset() >= SEGMENT_BYTES) {
            roll();
        }
        taken.forEach(append -> append.done().accept(null));
        onAppend.run();
    }

    private void account(JournalRecord made) {
        if (made.kind() == JournalRecord.ADMISSION) {
            openAdmissions.put(made.id(), end.segment());
        } else {
            openAdmissions.remove(made.id());
            unshippedEvents.incrementAndGet();
            unshippedBytes.addAndGet(made.sizeBytes());
        }
    }

    private void roll() throws IOException {
        channel.force(false);
        channel.close();
        var next = end.segment() + 1;
        channel = segments.create(next);
        end = new End(next, 0);
    }

    private void fail(IOException unwritable, List<Append> batch) {
        log.error("the journal cannot be written; calls are refused from now on", unwritable);
        fault = unwritable;
        closed = true;
        batch.forEach(append -> append.done().accept(unwritable));
        for (var append = queue.poll(); append != null; append = queue.poll()) {
            append.done().accept(unwritable);
        }
    }

    // What the shipper needs.

    /** Told on the writer's thread after each write. */
    void onAppend(Runnable told) {
        onAppend = told;
    }

    JournalSegments segments() {
        return segments;
    }

    End end() {
        return end;
    }

    void shipped(long events, long bytes) {
        unshippedEvents.addAndGet(-events);
        unshippedBytes.addAndGet(-bytes);
    }

    /** Deletes segments before the mark, except those that an open admission stands in. */
    void clean(JournalSegments.Mark mark) throws IOException {
        Set<Long> needed = new HashSet<>(new HashMap<>(openAdmissions).values());
        for (var number : segments.numbers()) {
            if (number < mark.segment() && number < end.segment() && !needed.contains(number)) {
                segments.delete(number);
            }
        }
    }

    /** Writes what was appended before and stops. */
    @Override
    public void close() {
        closed = true;
        queue.add(STOP);
        LockSupport.unpark(syncer);
        try {
            writer.join(5_000);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
