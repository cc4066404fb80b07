package dev.sluice.control.metering;

import java.time.Duration;

/** Waits that double from 100 ms to 3 s, so that what returns is noticed soon. */
final class Backoff {
    private static final long FIRST_MS = 100;
    private static final long MOST_MS = 3_000;

    private long nextMs = FIRST_MS;

    Duration next() {
        var wait = Duration.ofMillis(nextMs);
        nextMs = Math.min(MOST_MS, nextMs * 2);
        return wait;
    }

    void reset() {
        nextMs = FIRST_MS;
    }
}
