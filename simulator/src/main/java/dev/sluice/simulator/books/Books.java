package dev.sluice.simulator.books;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** The account of all calls: sums without end, single calls as many as the bound allows. */
public final class Books {
    private final InstantSource clock;
    private final int callsKept;
    private final AtomicLong numbers = new AtomicLong();
    private final Deque<CallEntry> calls = new ArrayDeque<>();
    private volatile Tally total = new Tally();
    private final Map<String, Tally> byModel = new ConcurrentHashMap<>();

    public Books(InstantSource clock, int callsKept) {
        this.clock = clock;
        this.callsKept = callsKept;
    }

    public CallEntry begin(CallFacts facts) {
        CallEntry entry = new CallEntry(this, clock, numbers.incrementAndGet(), facts);
        total.begin();
        tally(facts.model()).begin();
        synchronized (calls) {
            calls.addLast(entry);
            if (calls.size() > callsKept) {
                calls.removeFirst();
            }
        }
        return entry;
    }

    void closed(CallEntry.Line line) {
        total.close(line);
        tally(line.facts().model()).close(line);
    }

    private Tally tally(String model) {
        return byModel.computeIfAbsent(model, _ -> new Tally());
    }

    /**
     * Starts new books. Calls still open are closed into the new sums without having begun there.
     */
    public void reset() {
        synchronized (calls) {
            calls.clear();
        }
        total = new Tally();
        byModel.clear();
    }

    /** The books as shown: sums, and the newest {@code limit} calls that fit, newest first. */
    public Page page(int limit, Predicate<CallEntry.Line> fits) {
        List<CallEntry.Line> lines = new ArrayList<>();
        List<CallEntry> newestFirst = new ArrayList<>();
        synchronized (calls) {
            calls.descendingIterator().forEachRemaining(newestFirst::add);
        }
        for (CallEntry entry : newestFirst) {
            if (lines.size() >= limit) {
                break;
            }
            CallEntry.Line line = entry.line();
            if (fits.test(line)) {
                lines.add(line);
            }
        }
        Map<String, Tally.Sums> models = new TreeMap<>();
        byModel.forEach((model, tally) -> models.put(model, tally.sums()));
        return new Page(total.sums(), models, lines);
    }

    /** What {@code GET /sim/books} returns. */
    public record Page(
            Tally.Sums total, Map<String, Tally.Sums> models, List<CallEntry.Line> calls) {}
}
