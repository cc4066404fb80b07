package dev.sluice.bench;

import java.util.Arrays;

/** Times in nanoseconds, kept one by one; not for more than one thread. */
final class Latencies {
    private long[] nanos = new long[1024];
    private int count;

    void add(long value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = value;
    }

    int count() {
        return count;
    }

    /** The value below which this share of all values lies; 0 when there are none. */
    double percentileMs(double share) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int index = (int) Math.ceil(share * count) - 1;
        return sorted[Math.clamp(index, 0, count - 1)] / 1e6;
    }

    void addAll(Latencies other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }
}
