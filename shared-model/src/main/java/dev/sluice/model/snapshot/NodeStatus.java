package dev.sluice.model.snapshot;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of itself every few seconds.
 *
 * @param version the config version it serves by; 0 when it has none
 * @param error why it could not apply a newer version
 * @param streams calls that are under way
 * @param journalBacklog usage events that are not in Kafka yet
 * @param sharedStore whether limits and budgets are kept in the shared store or locally
 */
public record NodeStatus(
        int v,
        String node,
        String softwareVersion,
        Instant startedAt,
        Instant at,
        long version,
        @Nullable Instant appliedAt,
        @Nullable String error,
        boolean draining,
        long inFlight,
        long streams,
        long journalBacklog,
        boolean sharedStore) {}
