package dev.sluice.simulator.books;

import java.util.concurrent.atomic.LongAdder;

/** Running sums over calls, of one model or of all. */
public final class Tally {
    private final LongAdder begun = new LongAdder();
    private final LongAdder finished = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder broken = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder completionTokens = new LongAdder();
    private final LongAdder tokensSent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder backPressureMs = new LongAdder();

    /** The sums at one moment; token and byte sums cover ended calls. */
    public record Sums(
            long begun,
            long open,
            long finished,
            long refused,
            long broken,
            long cancelled,
            long promptTokens,
            long completionTokens,
            long tokensSent,
            long bytesSent,
            long backPressureMs) {}

    void begin() {
        begun.increment();
    }

    void close(CallEntry.Line line) {
        switch (line.outcome()) {
            case OPEN -> throw new IllegalStateException("an open call cannot be closed");
            case FINISHED -> finished.increment();
            case REFUSED -> refused.increment();
            case BROKEN -> broken.increment();
            case CANCELLED -> cancelled.increment();
        }
        promptTokens.add(line.promptTokens());
        completionTokens.add(line.completionTokens());
        tokensSent.add(line.tokensSent());
        bytesSent.add(line.bytesSent());
        backPressureMs.add(line.backPressureMs());
    }

    Sums sums() {
        long ended = finished.sum() + refused.sum() + broken.sum() + cancelled.sum();
        return new Sums(
                begun.sum(),
                begun.sum() - ended,
                finished.sum(),
                refused.sum(),
                broken.sum(),
                cancelled.sum(),
                promptTokens.sum(),
                completionTokens.sum(),
                tokensSent.sum(),
                bytesSent.sum(),
                backPressureMs.sum());
    }
}
