package dev.sluice.control.reconciliation;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * From which difference on it is an alarm: more than both.
 *
 * @param upstream it is for; null for every one that has none of its own
 * @param percent of the larger side
 * @param amount in the bill's currency; of tokens alone only the percentage counts
 */
public record Threshold(@Nullable String upstream, BigDecimal percent, Money amount) {
    static final Threshold USUAL = new Threshold(null, BigDecimal.ONE, Money.parse("1.00"));

    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    boolean isPassedBy(Money ours, Money theirs) {
        var difference = theirs.minus(ours).toBigDecimal().abs();
        return difference.compareTo(amount.toBigDecimal()) > 0
                && isLarge(difference, ours.toBigDecimal(), theirs.toBigDecimal());
    }

    boolean isPassedBy(long ours, long theirs) {
        var difference = BigDecimal.valueOf(theirs).subtract(BigDecimal.valueOf(ours)).abs();
        return isLarge(difference, BigDecimal.valueOf(ours), BigDecimal.valueOf(theirs));
    }

    private boolean isLarge(BigDecimal difference, BigDecimal ours, BigDecimal theirs) {
        var larger = ours.abs().max(theirs.abs());
        return difference.multiply(HUNDRED).compareTo(larger.multiply(percent)) > 0;
    }
}
