package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.model.quota.OnTight;
import java.util.Optional;

/** A budget that a call does not fit in as it is, but might with a lower output cap. */
public final class TightBudget {
    private TightBudget() {}

    /** The plan whose worst case fits in what is left; nothing where the budget does not clamp. */
    public static Optional<RoutePlan> clamped(
            Rule refusing, AdmitReply.Refused refused, Refusals.Asked asked) {
        if (!(refusing instanceof Rule.Spend spend)
                || spend.budget().onTightOrDefault() != OnTight.CLAMP) {
            return Optional.empty();
        }
        var left = left(spend.limit(), refused);
        var plan = asked.plan();
        var fits = asked.highestCap(spend, left);
        if (fits.isEmpty() || fits.getAsLong() < spend.budget().minOutputOrDefault()) {
            return Optional.empty();
        }
        var cap = fits.getAsLong();
        var before = plan.outputCap();
        if (before != null && before <= cap) {
            return Optional.empty();
        }
        var field = asked.capField();
        return Optional.of(
                plan.lowered(
                        cap,
                        (before == null
                                        ? field + " set to " + cap
                                        : field + " lowered from " + before + " to " + cap)
                                + ": more is not left of the budget of "
                                + spend.owner()));
    }

    /** Neither spent nor held by other calls nor set aside by nodes. */
    private static long left(long limit, AdmitReply.Refused refused) {
        var left = limit;
        for (var taken : new long[] {refused.spent(), refused.held(), refused.sliced()}) {
            if (taken >= left) {
                return 0;
            }
            left -= taken;
        }
        return left;
    }
}
