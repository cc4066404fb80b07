package dev.sluice.control.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What to look for; absent fields do not narrow. {@code cursor} is the id to go on below. */
public record AuditQuery(
        @Nullable String tenant,
        @Nullable String actor,
        @Nullable String kind,
        @Nullable String path,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Long cursor,
        int limit) {
    private static final int MOST = 1000;

    public AuditQuery {
        limit = Math.clamp(limit, 1, MOST);
    }
}
