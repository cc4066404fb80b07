package dev.sluice.dataplane.health;

import java.time.InstantSource;

/**
 * Bounds the tries that burden a working upstream, so that an outage is never doubled: a tenth of
 * the calls of the last ten seconds, but at least twenty in that time. One for a node.
 */
public final class RetryBudget {
    private static final int SECONDS = 10;
    private static final int FLOOR = 20;

    private final InstantSource clock;
    private final long[] second = new long[SECONDS];
    private final int[] calls = new int[SECONDS];
    private final int[] retries = new int[SECONDS];

    public RetryBudget(InstantSource clock) {
        this.clock = clock;
    }

    private int slot() {
        var now = clock.millis() / 1000;
        var slot = (int) (now % SECONDS);
        if (second[slot] != now) {
            second[slot] = now;
            calls[slot] = 0;
            retries[slot] = 0;
        }
        return slot;
    }

    private int sum(int[] figures) {
        var now = clock.millis() / 1000;
        var sum = 0;
        for (var i = 0; i < SECONDS; i++) {
            sum += now - second[i] < SECONDS ? figures[i] : 0;
        }
        return sum;
    }

    public synchronized void call() {
        calls[slot()]++;
    }

    /** False: no further try now. */
    public synchronized boolean takeRetry() {
        var slot = slot();
        if (sum(retries) >= Math.max(FLOOR, sum(calls) / 10)) {
            return false;
        }
        retries[slot]++;
        return true;
    }
}
