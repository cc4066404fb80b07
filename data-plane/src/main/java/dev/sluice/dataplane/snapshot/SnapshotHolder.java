package dev.sluice.dataplane.snapshot;

import dev.sluice.dataplane.config.Snapshot;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The snapshot that new calls are born with; one volatile read. */
public final class SnapshotHolder {
    private volatile @Nullable Applied applied;
    private volatile @Nullable String error;

    private record Applied(Snapshot snapshot, Instant at) {}

    /** Null until the first version is compiled. */
    public @Nullable Snapshot current() {
        var now = applied;
        return now == null ? null : now.snapshot();
    }

    public @Nullable Instant appliedAt() {
        var now = applied;
        return now == null ? null : now.at();
    }

    /** Why the newest version could not be applied; null when it was. */
    public @Nullable String error() {
        return error;
    }

    void apply(Snapshot snapshot, Instant at) {
        applied = new Applied(snapshot, at);
        error = null;
    }

    /** The newest version is the one that is served already. */
    void confirm() {
        error = null;
    }

    void refuse(String why) {
        error = why;
    }
}
