package dev.sluice.control.metering;

import dev.sluice.model.usage.UsageEvent;

/** What a record of the usage topic turned out to be. */
sealed interface ReadRecord {
    /** An event that can be booked, and its JSON as PostgreSQL can hold it. */
    record Sound(UsageEvent event, String json) implements ReadRecord {}

    /** Nothing that can be booked: {@code reason} is one of a few words. */
    record Poisoned(String reason, String detail) implements ReadRecord {}
}
