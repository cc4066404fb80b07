package dev.sluice.control.reports;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which calls to show; absent fields do not narrow.
 *
 * @param from beginning of calls, inclusive
 * @param to beginning of calls, exclusive
 * @param cursor the event id to go on below
 */
public record UsageQuery(
        @Nullable String traceId,
        @Nullable String requestId,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String tenant,
        @Nullable String app,
        @Nullable String key,
        @Nullable String status,
        @Nullable UUID cursor,
        int limit) {
    public static final int MOST = 1000;

    public UsageQuery {
        limit = Math.clamp(limit, 1, MOST);
    }
}
