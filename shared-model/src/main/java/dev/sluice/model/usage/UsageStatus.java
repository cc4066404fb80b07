package dev.sluice.model.usage;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a call ended, as reports and queries name it. */
public enum UsageStatus {
    /** The caller got a complete answer. */
    COMPLETED,
    /** No answer: an upstream's error, a timeout, or the gateway's own fault. */
    FAILED,
    /** The caller left before the end. */
    CANCELLED,
    /** The upstream broke off after the first content. */
    INTERRUPTED,
    /** The node died; booked by the sweeper from what the reservation last carried. */
    ABANDONED,
    /** Refused by the gateway before any upstream was called; costs nothing. */
    REJECTED,
    /** Answered from the cache. */
    CACHED;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
