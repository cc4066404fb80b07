package dev.sluice.control.budgets;

import dev.sluice.model.id.Uuid7;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Calls that the ledger booked of late. Their cost is in the rebuilt counters; a node that settles
 * them again must find them closed.
 */
@Component
class RecentlyBooked {
    /** Longer than any call lasts, so that ids, which carry the begin, can bound the search. */
    private static final Duration LONGEST_CALL = Duration.ofHours(2);

    private final JdbcClient database;

    RecentlyBooked(JdbcClient database) {
        this.database = database;
    }

    /** Whether the ledger never booked anything, as on a new installation. */
    boolean hasNone() {
        return database.sql("SELECT NOT EXISTS (SELECT FROM usage_quarter_hour)")
                .query((row, n) -> row.getBoolean(1))
                .single();
    }

    /** Those of the calls that the ledger has. */
    Set<UUID> among(Collection<UUID> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return Set.copyOf(
                database.sql(
                                "SELECT event_id FROM usage_entry"
                                        + " WHERE day IN (:days) AND event_id IN (:ids)")
                        .param("days", ids.stream().map(Uuid7::dayOf).distinct().toList())
                        .param("ids", ids)
                        .query((row, n) -> row.getObject("event_id", UUID.class))
                        .list());
    }

    List<UUID> of(String tenant, Instant bookedSince) {
        var earliest = bookedSince.minus(LONGEST_CALL);
        return database.sql(
                        """
                        SELECT event_id FROM usage_entry
                        WHERE tenant = ? AND day >= ? AND event_id >= ? AND booked_at >= ?
                          AND status <> 'rejected'
                        ORDER BY day, event_id
                        """)
                .params(
                        tenant,
                        earliest.atOffset(ZoneOffset.UTC).toLocalDate(),
                        lowest(earliest),
                        bookedSince.atOffset(ZoneOffset.UTC))
                .query((row, n) -> row.getObject("event_id", UUID.class))
                .list();
    }

    private static UUID lowest(Instant at) {
        var some = Uuid7.at(at.toEpochMilli());
        return new UUID(some.getMostSignificantBits() & ~0xFFFL, 0x8000_0000_0000_0000L);
    }
}
