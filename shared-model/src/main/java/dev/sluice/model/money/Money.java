package dev.sluice.model.money;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount in nano-units (10^-9) of one currency, which the context names. Additions fail on
 * overflow instead of wrapping; there is no division.
 */
public record Money(long nanos) implements Comparable<Money> {
    public static final Money ZERO = new Money(0);

    private static final int SCALE = 9;

    /** Rounds half-up to nanos: the rule for a cost that is charged. */
    public static Money charged(BigDecimal amount) {
        return new Money(nanosOf(amount.setScale(SCALE, RoundingMode.HALF_UP)));
    }

    /** The same of a fraction, so that a rate which is divided by costs no second rounding. */
    public static Money charged(BigDecimal amount, BigDecimal divisor) {
        return new Money(nanosOf(amount.divide(divisor, SCALE, RoundingMode.HALF_UP)));
    }

    /** Rounds away from zero to nanos: the rule for an amount that is held. */
    public static Money held(BigDecimal amount) {
        return new Money(nanosOf(amount.setScale(SCALE, RoundingMode.UP)));
    }

    /** The same of a fraction. */
    public static Money held(BigDecimal amount, BigDecimal divisor) {
        return new Money(nanosOf(amount.divide(divisor, SCALE, RoundingMode.UP)));
    }

    /** Exact; fails where the text has more than nine decimals. JSON form. */
    @JsonCreator
    public static Money parse(String text) {
        try {
            // BigDecimal knows the digits of every script, and people do not look for them.
            if (text.chars().anyMatch(c -> c > 'z')) {
                throw new NumberFormatException("not of ASCII");
            }
            return new Money(nanosOf(new BigDecimal(text).setScale(SCALE)));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an amount of money: write it like \"12.50\"",
                    notANumber);
        } catch (ArithmeticException tooFine) {
            throw new IllegalArgumentException(
                    "'" + text + "' has more than nine decimals or is too large", tooFine);
        }
    }

    private static long nanosOf(BigDecimal scaled) {
        return scaled.unscaledValue().longValueExact();
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(nanos, other.nanos));
    }

    public Money minus(Money other) {
        return new Money(Math.subtractExact(nanos, other.nanos));
    }

    public Money negated() {
        return new Money(Math.negateExact(nanos));
    }

    public BigDecimal toBigDecimal() {
        return BigDecimal.valueOf(nanos, SCALE);
    }

    /** Plain decimal text with at least two decimals: {@code 5.00}, {@code 0.000054}. */
    @JsonValue
    @Override
    public String toString() {
        var stripped = toBigDecimal().stripTrailingZeros();
        return (stripped.scale() < 2 ? stripped.setScale(2) : stripped).toPlainString();
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(nanos, other.nanos);
    }
}
