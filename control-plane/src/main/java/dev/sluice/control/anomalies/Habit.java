package dev.sluice.control.anomalies;

import java.util.List;
import java.util.Optional;

/**
 * What an hour of the week is usually like: the median of the same hour in the weeks before, and
 * how far those lie from it (their median distance), neither of which one wild week can move.
 *
 * @param usual the median
 * @param spread a distance that is nothing special
 */
record Habit(double usual, double spread) {
    static final int WEEKS = 8;

    /** Before so many weeks there is no habit. */
    static final int LEAST_WEEKS = 4;

    /** In fewer calls there is nothing to see. */
    static final int LEAST_CALLS = 20;

    /** The median distance of normal noise, made a standard deviation. */
    private static final double OF_NORMAL_NOISE = 1.4826;

    private static final double FAR_ABOVE = 5;

    /** Nothing is below zero: too little is never as many spreads away as too much can be. */
    private static final double FAR_BELOW = 3;

    private static final double FACTOR = 2;

    static Optional<Habit> of(Metric metric, List<Hour> weeks) {
        var values =
                weeks.stream()
                        .map(metric::of)
                        .filter(it -> it.isPresent())
                        .map(it -> it.getAsDouble())
                        .toList();
        if (values.size() < LEAST_WEEKS) {
            return Optional.empty();
        }
        var usual = median(values);
        var distance = median(values.stream().map(it -> Math.abs(it - usual)).toList());
        return Optional.of(
                new Habit(usual, Math.max(OF_NORMAL_NOISE * distance, metric.leastSpread(usual))));
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        var middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Many spreads away, and at least twice or half of what is usual. */
    boolean isFar(double value, Metric metric) {
        return value > usual
                ? value - usual > FAR_ABOVE * spread && value >= FACTOR * usual
                : metric.alsoBelow()
                        && usual - value > FAR_BELOW * spread
                        && value <= usual / FACTOR;
    }
}
