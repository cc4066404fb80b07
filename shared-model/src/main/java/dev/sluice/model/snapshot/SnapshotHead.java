package dev.sluice.model.snapshot;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A published version: which parts it consists of.
 *
 * @param version counts up by one with every publication
 * @param parts hashes of the parts, in a fixed order
 * @param sha256 hash over the part hashes, in lower-case hex
 */
public record SnapshotHead(
        int v,
        long version,
        Instant publishedAt,
        String author,
        @Nullable String comment,
        String sha256,
        List<String> parts) {
    public SnapshotHead {
        parts = List.copyOf(parts);
    }
}
