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
        return refusing instanceof Rule.Spend spend
                ? clamped(spend, left(spend.limit(), refused), "the budget of ", asked)
                : Optional.empty();
    }

    /** The same where only a node's slice counts, as the shared store is away. */
    public static Optional<RoutePlan> clampedToSlice(
            Rule.Spend spend, long left, Refusals.Asked asked) {
        return clamped(
                spend,
                left,
                "what this node may spend, while the shared store is away, of the budget of ",
                asked);
    }

    /** Whether a budget that clamps would lower the call until it fits, had it all of its limit. */
    static boolean fitsWhenEmpty(Rule.Spend spend, Refusals.Asked asked) {
        return spend.budget().onTightOrDefault() == OnTight.CLAMP
                && asked.highestCap(spend, spend.limit()).orElse(0)
                        >= spend.budget().minOutputOrDefault();
    }

    private static Optional<RoutePlan> clamped(
            Rule.Spend spend, long left, String ofWhat, Refusals.Asked asked) {
        if (spend.budget().onTightOrDefault() != OnTight.CLAMP) {
            return Optional.empty();
        }
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
                                + ": more is not left of "
                                + ofWhat
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
