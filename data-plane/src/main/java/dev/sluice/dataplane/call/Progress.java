package dev.sluice.dataplane.call;

import dev.sluice.model.usage.CacheState;
import org.jspecify.annotations.Nullable;

/**
 * How far a running call has come, for whoever renews its lease. Written by the call's event loop
 * only, read by any thread.
 */
public final class Progress {
    private volatile @Nullable Candidate serving;
    private volatile long outputTokens;
    private volatile CacheState cache = CacheState.OFF;
    private volatile boolean fitToKeep = true;

    /** A rough figure is enough: it is billed only if the node dies. */
    public void outputTokens(long soFar) {
        outputTokens = soFar;
    }

    public long outputTokens() {
        return outputTokens;
    }

    /** The call was looked up in the response cache, in vain: its answer belongs there. */
    public void missed() {
        cache = CacheState.MISS;
    }

    /** Whoever asks again may get a better answer. */
    public void unfitToKeep() {
        fitToKeep = false;
    }

    public boolean isFitToKeep() {
        return fitToKeep;
    }

    public CacheState cache() {
        return cache;
    }

    public void serving(Candidate candidate) {
        serving = candidate;
    }

    /** The candidate of the current attempt; null before the first. */
    public @Nullable Candidate serving() {
        return serving;
    }
}
