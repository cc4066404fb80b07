package dev.sluice.control.access;

import java.util.List;
import java.util.Set;

/**
 * What changed keys mean for those who carry them further.
 *
 * @param chunks the parts of keys that have to be built anew
 * @param revoked the keys that ended
 */
public record AppliedKeys(Set<KeyChunk> chunks, List<RevokedKey> revoked) {
    /** A part of a tenant's keys. */
    public record KeyChunk(String tenant, int chunk) {}

    /** A key that must not be used any more. */
    public record RevokedKey(String tenant, String id) {}

    public AppliedKeys {
        chunks = Set.copyOf(chunks);
        revoked = List.copyOf(revoked);
    }
}
