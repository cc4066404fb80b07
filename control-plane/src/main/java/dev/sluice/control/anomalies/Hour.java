package dev.sluice.control.anomalies;

/** The sums of an app's hour. */
record Hour(
        long calls,
        long errors,
        long input,
        long output,
        long costNanos,
        long firstTokenMs,
        long firstTokens,
        String currency) {
    static final Hour NOTHING = new Hour(0, 0, 0, 0, 0, 0, 0, "");
}
