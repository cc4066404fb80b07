package dev.sluice.bench;

import org.jspecify.annotations.Nullable;

/** What one run of calls came to. Filled on one event loop. */
final class Sample {
    final Latencies whole = new Latencies();
    final Latencies firstByte = new Latencies();
    long calls;
    long chunks;
    long errors;
    @Nullable String firstError;

    void error(String what) {
        errors++;
        if (firstError == null) {
            firstError = what;
        }
    }
}
