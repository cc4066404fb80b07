package dev.sluice.dataplane.call;

import org.jspecify.annotations.Nullable;

/**
 * How far a running call has come, for whoever renews its lease. Written by the call's event loop
 * only, read by any thread.
 */
public final class Progress {
    private volatile @Nullable Candidate serving;
    private volatile long outputTokens;

    /** A rough figure is enough: it is billed only if the node dies. */
    public void outputTokens(long soFar) {
        outputTokens = soFar;
    }

    public long outputTokens() {
        return outputTokens;
    }

    public void serving(Candidate candidate) {
        serving = candidate;
    }

    /** The candidate of the current attempt; null before the first. */
    public @Nullable Candidate serving() {
        return serving;
    }
}
