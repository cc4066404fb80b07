package dev.sluice.dataplane.upstream.provider;

import java.math.BigDecimal;

/**
 * The values a provider takes for a number; an open end is not one of them.
 *
 * @param step how far a clamped value stays away from an open end
 */
public record ValueRange(
        BigDecimal low, boolean lowOpen, BigDecimal high, boolean highOpen, BigDecimal step) {
    private static final BigDecimal STEP = new BigDecimal("0.01");

    public static ValueRange closed(String low, String high) {
        return new ValueRange(new BigDecimal(low), false, new BigDecimal(high), false, STEP);
    }

    static ValueRange open(String low, String high) {
        return new ValueRange(new BigDecimal(low), true, new BigDecimal(high), true, STEP);
    }

    /** Without its lower end. */
    static ValueRange above(String low, String high) {
        return new ValueRange(new BigDecimal(low), true, new BigDecimal(high), false, STEP);
    }

    /** Without its upper end. */
    static ValueRange below(String low, String high) {
        return new ValueRange(new BigDecimal(low), false, new BigDecimal(high), true, STEP);
    }

    /** The value itself, or the nearest that the provider takes. */
    public BigDecimal clamp(BigDecimal value) {
        var least = lowOpen ? low.add(step) : low;
        var most = highOpen ? high.subtract(step) : high;
        var fromBelow = value.compareTo(low);
        if (fromBelow < 0 || (fromBelow == 0 && lowOpen)) {
            return least;
        }
        var fromAbove = value.compareTo(high);
        return fromAbove > 0 || (fromAbove == 0 && highOpen) ? most : value;
    }
}
