package dev.sluice.control.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.snapshot.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node as it last described itself.
 *
 * @param version the config version it serves by
 * @param error why it could not apply a newer one
 * @param silent nothing was heard of it for longer than {@link #SILENT_AFTER}
 * @param converged it runs the published version and is not silent
 * @param clockAheadMs by how much the node's clock is ahead of Kafka's, with the way there and its
 *     rounding in it; negative where it is behind
 * @param clockWrong it is further off than {@link #CLOCK_OFF_AT_MOST}
 * @param sharedStore whether it keeps limits and budgets in Redis or, without it, locally
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FleetNode(
        String node,
        long version,
        @Nullable Instant appliedAt,
        Instant lastSeenAt,
        long clockAheadMs,
        boolean clockWrong,
        @Nullable String error,
        boolean silent,
        boolean converged,
        boolean draining,
        long inFlight,
        long streams,
        long journalBacklog,
        boolean sharedStore,
        String softwareVersion,
        Instant startedAt) {
    public static final Duration SILENT_AFTER = Duration.ofSeconds(15);

    /** Beyond it windows of budgets begin noticeably early or late on the node. */
    public static final Duration CLOCK_OFF_AT_MOST = Duration.ofSeconds(5);

    static FleetNode of(NodeStatus status, Instant heardAt, long published, Instant now) {
        var silent = Duration.between(heardAt, now).compareTo(SILENT_AFTER) > 0;
        var ahead = Duration.between(heardAt, status.at());
        return new FleetNode(
                status.node(),
                status.version(),
                status.appliedAt(),
                heardAt,
                ahead.toMillis(),
                ahead.abs().compareTo(CLOCK_OFF_AT_MOST) > 0,
                status.error(),
                silent,
                !silent && status.version() == published,
                status.draining(),
                status.inFlight(),
                status.streams(),
                status.journalBacklog(),
                status.sharedStore(),
                status.softwareVersion(),
                status.startedAt());
    }
}
