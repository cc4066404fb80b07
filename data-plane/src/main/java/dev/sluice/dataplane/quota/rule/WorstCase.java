package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.route.Operation;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most that one attempt of a call can use: input at the family's margin plus the output cap for
 * every choice and prompt, at the dearest candidate.
 *
 * @param money null where a candidate has no price; then {@code unpriced} names it
 * @param outputCap what goes upstream for each choice; null sends none
 */
public record WorstCase(
        long inputTokens,
        long outputTokens,
        @Nullable Money money,
        @Nullable String unpriced,
        @Nullable Long outputCap) {
    /** Where nobody set a cap and the model's own limit is unknown. */
    private static final long DEFAULT_CAP = 4_096;

    /** So that choices and prompts cannot make it overflow; no model gives more. */
    private static final long MOST_CAP = 1_000_000_000;

    public static WorstCase of(RoutePlan plan, long countedInput, InputCounter counter) {
        var envelope = plan.call().envelope();
        var produces =
                plan.call().operation() == Operation.CHAT
                        || plan.call().operation() == Operation.COMPLETIONS;
        var cap = produces ? cap(plan) : null;
        var output =
                cap == null
                        ? 0
                        : Math.min(cap, MOST_CAP)
                                * Math.max(1, envelope.choices())
                                * Math.max(1, envelope.prompts());
        var input = 0L;
        Money money = Money.ZERO;
        String unpriced = null;
        for (var candidate : plan.candidates()) {
            var here = counter.worstCase(candidate.model(), countedInput);
            input = Math.max(input, here);
            var most = most(candidate, here, output, plan.call().startedAt());
            if (most == null) {
                unpriced = candidate.model().name();
            } else if (most.compareTo(money) > 0) {
                money = most;
            }
        }
        return new WorstCase(input, output, unpriced == null ? money : null, unpriced, cap);
    }

    /** The cap that goes upstream: the plan's, else what the first model can give. */
    private static long cap(RoutePlan plan) {
        var cap = plan.outputCap();
        if (cap != null) {
            return cap;
        }
        var most = plan.candidates().getFirst().model().maxOutput();
        return most != null ? most : DEFAULT_CAP;
    }

    public static @Nullable Money most(Candidate candidate, long input, long output, Instant at) {
        return candidate
                .model()
                .priceBook()
                .at(at)
                .map(price -> price.mostFor(input, output))
                .orElse(null);
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }

    /** What a money budget holds for the call, by its policy where the call has no price. */
    public long moneyFor(Budget budget, String owner, boolean strict) {
        if (money != null) {
            return money.nanos();
        }
        var policy = budget.unpriceableOrDefault();
        if (policy.startsWith("flat:")) {
            return Money.parse(policy.substring("flat:".length())).nanos();
        }
        if (!strict || policy.equals("allow")) {
            return 0;
        }
        throw new GatewayFailure.QuotaRefused(
                ErrorCode.QUOTA_EXCEEDED,
                "model "
                        + unpriced
                        + " has no price, so the budget of "
                        + owner
                        + " cannot guard this call: give the model a price, or set the budget's"
                        + " 'unpriceable'",
                owner.replace(' ', '/') + " budget " + budget.window().text(),
                Map.of("x-should-retry", "false"));
    }
}
