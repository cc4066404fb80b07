package dev.sluice.model.quota;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The life of a reservation: {@code held → settled | released | swept}, and {@code swept → settled}
 * where a node that was thought dead reports after all. Decision 0002 has the picture.
 */
public enum ReservationState {
    /** The worst case is held; a lease keeps it so. */
    HELD,
    /** What was really used is charged, the rest given back. */
    SETTLED,
    /** Everything is given back: nothing was called, or the call is free. */
    RELEASED,
    /** The lease ran out: what the record last carried is charged. */
    SWEPT;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean mayBecome(ReservationState next) {
        return switch (this) {
            case HELD -> next != HELD;
            case SWEPT -> next == SETTLED;
            case SETTLED, RELEASED -> false;
        };
    }
}
