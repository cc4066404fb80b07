package dev.sluice.dataplane.telemetry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes log events to standard output, all of a moment by one write: waking a thread for each line
 * costs more than the line. Whoever logs never waits; what is beyond the most is dropped.
 */
public final class GatheredLines extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int MOST_WAITING = 8_192;
    private static final long MOMENT_NANOS = 50_000_000;
    private static final long STOP_MS = 1_000;

    private final ConcurrentLinkedQueue<ILoggingEvent> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final OutputStream out;
    private final Thread writer = Thread.ofPlatform().daemon().name("log").unstarted(this::write);
    private @Nullable Encoder<ILoggingEvent> encoder;
    private volatile boolean stopping;

    /** Called by the configuration. */
    public GatheredLines() {
        this(ConsoleTarget.SystemOut.getStream());
    }

    public GatheredLines(OutputStream out) {
        this.out = out;
    }

    /** Called by the configuration. */
    public void setEncoder(Encoder<ILoggingEvent> encoder) {
        this.encoder = encoder;
    }

    @Override
    public void start() {
        if (encoder == null) {
            addError("an encoder is needed");
            return;
        }
        super.start();
        writer.start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        event.prepareForDeferredProcessing();
        queue.add(event);
    }

    private void write() {
        while (!stopping) {
            LockSupport.parkNanos(MOMENT_NANOS);
            writeAll();
        }
        writeAll();
    }

    private void writeAll() {
        var lines = new ByteArrayOutputStream();
        for (var event = queue.poll(); event != null; event = queue.poll()) {
            waiting.decrementAndGet();
            if (encoder != null) {
                lines.writeBytes(encoder.encode(event));
            }
        }
        if (lines.size() > 0) {
            try {
                lines.writeTo(out);
                out.flush();
            } catch (IOException unwritable) {
                addError("standard output cannot be written", unwritable);
            }
        }
    }

    /** Writes what waits. */
    @Override
    public void stop() {
        super.stop();
        stopping = true;
        LockSupport.unpark(writer);
        try {
            writer.join(STOP_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
