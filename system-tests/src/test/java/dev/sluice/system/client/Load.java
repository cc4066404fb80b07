package dev.sluice.system.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Callers that call without pause between begin and end: every other call a stream, spread over the
 * nodes, each with its outcome kept.
 */
public final class Load implements AutoCloseable {
    /** What one call came to; {@code status} 0 is a connection that failed or broke. */
    public record Outcome(String traceId, int status, boolean complete, long atNanos, String what) {
        public boolean good() {
            return status == 200 && complete;
        }
    }

    private final List<Caller> callers;
    private final String alias;
    private final Duration between;
    private final AtomicBoolean running = new AtomicBoolean(true);
    private final AtomicInteger numbers = new AtomicInteger();
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private final CountDownLatch workersLeft;

    private Load(List<Caller> callers, String alias, int workers, Duration between) {
        this.callers = callers;
        this.alias = alias;
        this.between = between;
        this.workersLeft = new CountDownLatch(workers);
    }

    /** Begins with as many calls at a time as there are workers. */
    public static Load begin(List<Caller> callers, String alias, int workers, Duration between) {
        Load load = new Load(callers, alias, workers, between);
        for (int i = 0; i < workers; i++) {
            Thread.ofVirtual().start(load::work);
        }
        return load;
    }

    private void work() {
        CountDownLatch pause = new CountDownLatch(1);
        try {
            while (running.get()) {
                outcomes.add(callOnce(numbers.getAndIncrement()));
                if (pause.await(between.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            workersLeft.countDown();
        }
    }

    private Outcome callOnce(int number) {
        Caller caller = callers.get(number % callers.size());
        String prompt = "#sim tokens=" + (3 + number % 9) + ",pace=2ms\nHow much water passed?";
        long at = System.nanoTime();
        try {
            if (number % 2 == 0) {
                Answer answer = caller.chat(alias, prompt, 64);
                return new Outcome(
                        answer.traceId(),
                        answer.status(),
                        true,
                        at,
                        answer.status() == 200 ? "" : answer.body());
            }
            try (OpenStream stream = caller.stream(alias, prompt, 64)) {
                OpenStream.End end = stream.end().get(60, TimeUnit.SECONDS);
                boolean complete = end == OpenStream.End.DONE;
                return new Outcome(
                        stream.traceId(),
                        stream.status(),
                        complete || stream.status() != 200,
                        at,
                        complete ? "" : end + " " + stream.frames());
            }
        } catch (Exception failed) {
            return new Outcome("", 0, false, at, String.valueOf(failed));
        }
    }

    public int count() {
        return outcomes.size();
    }

    /** Good calls that were begun after this moment. */
    public long goodSince(long nanos) {
        return outcomes.stream().filter(one -> one.atNanos() >= nanos && one.good()).count();
    }

    /** Stops calling, waits for the calls under way, and gives every outcome. */
    public List<Outcome> end() {
        running.set(false);
        try {
            if (!workersLeft.await(90, TimeUnit.SECONDS)) {
                throw new IllegalStateException("calls still under way after 90 s");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
        return new ArrayList<>(outcomes);
    }

    @Override
    public void close() {
        running.set(false);
    }
}
