package dev.sluice.control.anomalies;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.OptionalDouble;

/** What an app has a habit of, hour by hour. */
public enum Metric {
    /** In nano-units of the tenant's currency. */
    SPEND(0.1, 0, true, true),
    TOKENS(0.1, 0, true, true),
    OUTPUT_RATIO(0.15, 0.01, true, false),
    FIRST_TOKEN_MS(0.15, 20, false, false),
    ERROR_RATE(0.1, 0.04, false, false);

    private final double relativeFloor;
    private final double absoluteFloor;
    private final boolean alsoBelow;
    private final boolean zeroWithoutCalls;

    Metric(
            double relativeFloor,
            double absoluteFloor,
            boolean alsoBelow,
            boolean zeroWithoutCalls) {
        this.relativeFloor = relativeFloor;
        this.absoluteFloor = absoluteFloor;
        this.alsoBelow = alsoBelow;
        this.zeroWithoutCalls = zeroWithoutCalls;
    }

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Metric parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The least spread that is reckoned with: nobody is alarmed by an app that is very regular. */
    double leastSpread(double usual) {
        return Math.max(absoluteFloor, relativeFloor * Math.abs(usual));
    }

    /** Whether too little is worth an alarm; few errors and quick answers are not. */
    boolean alsoBelow() {
        return alsoBelow;
    }

    /** Nothing where the hour had too little to say anything. */
    OptionalDouble of(Hour hour) {
        if (!zeroWithoutCalls && hour.calls() < Habit.LEAST_CALLS) {
            return OptionalDouble.empty();
        }
        return switch (this) {
            case SPEND -> OptionalDouble.of((double) hour.costNanos());
            case TOKENS -> OptionalDouble.of((double) hour.input() + hour.output());
            case OUTPUT_RATIO -> ratio(hour.output(), hour.input());
            case FIRST_TOKEN_MS ->
                    hour.firstTokens() < Habit.LEAST_CALLS
                            ? OptionalDouble.empty()
                            : ratio(hour.firstTokenMs(), hour.firstTokens());
            case ERROR_RATE -> ratio(hour.errors(), hour.calls());
        };
    }

    private static OptionalDouble ratio(long part, long whole) {
        return whole <= 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
