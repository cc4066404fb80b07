package dev.sluice.control.ledger;

import java.util.Locale;

/** Who said that a call took place. */
public enum Origin {
    /** The node that carried it, by a usage event. */
    EVENT,
    /** The sweeper, from a reservation whose lease ran out. */
    SWEEP,
    /** The receipt that settling left, since no event came. */
    RECEIPT;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
