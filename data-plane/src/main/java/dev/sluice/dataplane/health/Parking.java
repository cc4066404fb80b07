package dev.sluice.dataplane.health;

/**
 * Something that is out of use for a while, each time twice as long.
 *
 * @param strikes how often in a row it was parked
 */
record Parking(int strikes, long untilMs) {
    static final Parking FREE = new Parking(0, 0);

    boolean isParked(long nowMs) {
        return nowMs < untilMs;
    }

    Parking again(long nowMs, long firstMs, long mostMs) {
        var doubled = firstMs << Math.min(strikes, 20);
        return new Parking(strikes + 1, nowMs + Math.min(doubled, mostMs));
    }

    Parking atLeastUntil(long instantMs) {
        return new Parking(strikes + 1, Math.max(untilMs, instantMs));
    }
}
