package dev.sluice.simulator.books;

/** How a call ended, seen from the simulator. */
public enum CallOutcome {
    OPEN,
    /** The whole scripted answer was handed to the connection. */
    FINISHED,
    /** A scripted error status was answered. */
    REFUSED,
    /** The simulator itself broke off, as scripted. */
    BROKEN,
    /** The peer went away before the answer was complete. */
    CANCELLED
}
