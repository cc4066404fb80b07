package dev.sluice.control.reconciliation;

import dev.sluice.control.web.ApiError.FaultAt;
import dev.sluice.control.web.Refusal;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.util.ArrayList;
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
    private static final int MOST_DECIMALS = 6;

    /** Fails with every fault. */
    public static Threshold of(
            @Nullable String upstream, @Nullable BigDecimal percent, @Nullable Money amount) {
        var faults = new ArrayList<FaultAt>();
        if (percent == null
                || percent.signum() < 0
                || percent.compareTo(HUNDRED) > 0
                || percent.scale() > MOST_DECIMALS) {
            faults.add(new FaultAt(null, "percent", "is 0 to 100 with at most six decimals"));
        }
        if (amount == null || amount.compareTo(Money.ZERO) < 0) {
            faults.add(new FaultAt(null, "amount", "is zero or more like \"1.00\""));
        }
        if (percent == null || amount == null || !faults.isEmpty()) {
            throw Refusal.invalid("the threshold has faults", faults);
        }
        return new Threshold(upstream, percent, amount);
    }

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
