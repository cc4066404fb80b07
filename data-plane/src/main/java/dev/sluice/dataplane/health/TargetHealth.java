package dev.sluice.dataplane.health;

/**
 * How a target stands, as a value: every event gives the next one.
 *
 * <pre>
 *             3 in a row                3 more, or &gt; 50 % of ≥ 20 in 5 min
 *   HEALTHY ─────────────► DEGRADED ──────────────────────────────────────► DOWN
 *      ▲                    │    ▲                                            │
 *      └──── 3 successes ───┘    └─ 5 min later, a success, or a first content ┘
 * </pre>
 *
 * <p>An answer that came and was no good tells less than none: by itself it degrades, and only a
 * majority of them takes a target down.
 *
 * @param downUntilMs the end of a DOWN
 * @param half the counts are kept in two halves of the window, this one and the one before
 */
record TargetHealth(
        Level level,
        int failuresInRow,
        int successesInRow,
        long downUntilMs,
        long halfStartMs,
        Counts half,
        Counts halfBefore) {

    enum Level {
        HEALTHY,
        DEGRADED,
        DOWN
    }

    record Counts(int good, int bad) {
        static final Counts NONE = new Counts(0, 0);
    }

    static final long DOWN_MS = 300_000;
    private static final long HALF_WINDOW_MS = 150_000;
    private static final int IN_A_ROW = 3;
    private static final int ENOUGH_CALLS = 20;

    static TargetHealth fresh(long nowMs) {
        return new TargetHealth(Level.HEALTHY, 0, 0, 0, nowMs, Counts.NONE, Counts.NONE);
    }

    /** The level now: a DOWN that is over has become DEGRADED. */
    Level levelAt(long nowMs) {
        return level == Level.DOWN && nowMs >= downUntilMs ? Level.DEGRADED : level;
    }

    TargetHealth succeeded(long nowMs) {
        var rolled = rolled(nowMs);
        var inRow = successesInRow + 1;
        var now = levelAt(nowMs) == Level.DOWN ? Level.DEGRADED : levelAt(nowMs);
        var next = inRow >= IN_A_ROW ? Level.HEALTHY : now;
        return new TargetHealth(
                next,
                0,
                inRow,
                0,
                rolled.halfStartMs,
                new Counts(rolled.half.good + 1, rolled.half.bad),
                rolled.halfBefore);
    }

    /**
     * A stream may take minutes until it is a success; a target that is out comes back by its first
     * content. It counts as nothing else, so that streams that begin and break off still tell.
     */
    TargetHealth talks(long nowMs) {
        return levelAt(nowMs) != Level.DOWN
                ? this
                : new TargetHealth(
                        Level.DEGRADED, 0, successesInRow, 0, halfStartMs, half, halfBefore);
    }

    TargetHealth failed(long nowMs) {
        return failed(nowMs, 2 * IN_A_ROW);
    }

    TargetHealth answeredBadly(long nowMs) {
        return failed(nowMs, Integer.MAX_VALUE);
    }

    private TargetHealth failed(long nowMs, int mostInRow) {
        var rolled = rolled(nowMs);
        var inRow = failuresInRow + 1;
        var counts = new Counts(rolled.half.good, rolled.half.bad + 1);
        var good = counts.good + rolled.halfBefore.good;
        var bad = counts.bad + rolled.halfBefore.bad;
        var mostlyBad = good + bad >= ENOUGH_CALLS && bad * 2 > good + bad;
        var wasDown = level == Level.DOWN;
        Level next;
        if (mostlyBad || inRow >= mostInRow || wasDown) {
            next = Level.DOWN;
        } else {
            next = inRow >= IN_A_ROW ? Level.DEGRADED : levelAt(nowMs);
        }
        return new TargetHealth(
                next,
                inRow,
                0,
                next == Level.DOWN ? nowMs + DOWN_MS : 0,
                rolled.halfStartMs,
                counts,
                rolled.halfBefore);
    }

    private TargetHealth rolled(long nowMs) {
        var age = nowMs - halfStartMs;
        if (age < HALF_WINDOW_MS) {
            return this;
        }
        var before = age < 2 * HALF_WINDOW_MS ? half : Counts.NONE;
        return new TargetHealth(
                level, failuresInRow, successesInRow, downUntilMs, nowMs, Counts.NONE, before);
    }
}
