package dev.sluice.simulator.books;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * One call in the books. Written by the event loop that serves it, read by whichever loop answers
 * {@code GET /sim/books}, hence the (uncontended) lock.
 */
public final class CallEntry {
    private final Books books;
    private final InstantSource clock;
    private final long number;
    private final CallFacts facts;
    private final long begunAtMs;
    private int status;
    private long firstByteAtMs;
    private long lastByteAtMs;
    private long endedAtMs;
    private int promptTokens;
    private int completionTokens;
    private boolean usageReported;
    private long tokensSent;
    private long bytesSent;
    private long backPressureMs;
    private CallOutcome outcome = CallOutcome.OPEN;

    CallEntry(Books books, InstantSource clock, long number, CallFacts facts) {
        this.books = books;
        this.clock = clock;
        this.number = number;
        this.facts = facts;
        this.begunAtMs = clock.millis();
    }

    public long number() {
        return number;
    }

    public CallFacts facts() {
        return facts;
    }

    /** Bytes and content tokens went to the connection. */
    public synchronized void sent(long bytes, int tokens) {
        lastByteAtMs = clock.millis();
        if (firstByteAtMs == 0) {
            firstByteAtMs = lastByteAtMs;
        }
        bytesSent += bytes;
        tokensSent += tokens;
    }

    public synchronized void status(int code) {
        status = code;
    }

    /** Usage was reported to the peer. */
    public synchronized void reported(int prompt, int completion) {
        promptTokens = prompt;
        completionTokens = completion;
        usageReported = true;
    }

    public synchronized void heldBackMs(long ms) {
        backPressureMs += ms;
    }

    /** Ends the entry; only the first end counts. */
    public void end(CallOutcome how) {
        Line line;
        synchronized (this) {
            if (outcome != CallOutcome.OPEN) {
                return;
            }
            outcome = how;
            endedAtMs = clock.millis();
            line = line();
        }
        books.closed(line);
    }

    /** The entry as it stands. */
    public synchronized Line line() {
        return new Line(
                number,
                facts,
                outcome,
                status,
                usageReported,
                promptTokens,
                completionTokens,
                tokensSent,
                bytesSent,
                backPressureMs,
                begunAtMs,
                firstByteAtMs == 0 ? null : firstByteAtMs,
                lastByteAtMs == 0 ? null : lastByteAtMs,
                endedAtMs == 0 ? null : endedAtMs);
    }

    /** A call as the books show it; times are epoch milliseconds. */
    public record Line(
            long number,
            CallFacts facts,
            CallOutcome outcome,
            int status,
            boolean usageReported,
            int promptTokens,
            int completionTokens,
            long tokensSent,
            long bytesSent,
            long backPressureMs,
            long begunAtMs,
            @Nullable Long firstByteAtMs,
            @Nullable Long lastByteAtMs,
            @Nullable Long endedAtMs) {}
}
