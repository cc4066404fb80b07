package dev.sluice.control.ledger;

/**
 * What became of the entries of one step.
 *
 * @param booked new entries
 * @param adjusted true results that corrected an abandoned entry
 * @param duplicates events that were booked before
 * @param disagreements new rows whose cost differs from the ledger's own rating
 * @param overrunNanos what new rows put on the platform's account
 */
public record Booked(
        long booked, long adjusted, long duplicates, long disagreements, long overrunNanos) {
    public static final Booked NOTHING = new Booked(0, 0, 0, 0, 0);

    Booked plus(Booked other) {
        return new Booked(
                booked + other.booked,
                adjusted + other.adjusted,
                duplicates + other.duplicates,
                disagreements + other.disagreements,
                Math.addExact(overrunNanos, other.overrunNanos));
    }
}
