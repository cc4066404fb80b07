package dev.sluice.control.ledger;

import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.UsageEvent;
import java.time.LocalDate;
import java.util.Objects;

/**
 * One call as it is booked.
 *
 * @param json the event as it came, unknown fields included; without characters that PostgreSQL
 *     cannot hold
 */
public record UsageEntry(UsageEvent event, String json, Rating rating, Origin origin) {
    public UsageEntry {
        Objects.requireNonNull(event, "event is null");
        Objects.requireNonNull(json, "json is null");
    }

    LocalDate day() {
        return Uuid7.dayOf(event.eventId());
    }

    /**
     * An entry and its months.
     *
     * @param usedIn in which the call was made
     * @param billedIn whose bill bears it: the same, unless that was closed
     */
    record Placed(UsageEntry entry, LocalDate usedIn, LocalDate billedIn) {
        UsageEvent event() {
            return entry.event();
        }
    }
}
