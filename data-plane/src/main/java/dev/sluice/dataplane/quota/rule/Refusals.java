package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.stage.InputCounter;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.money.Money;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Why a call was refused, in words that say whose rule it was and what can be done. */
public final class Refusals {
    private static final long HELD_RETRY_SECONDS = 1;

    private Refusals() {}

    /** The call that was refused, so that the words can say what of it would fit. */
    public record Asked(RoutePlan plan, long countedInput, InputCounter counter, WorstCase worst) {
        OptionalLong highestCap(Rule.Spend spend, long left) {
            return worst.highestCap(plan, countedInput, counter, spend.budget(), left);
        }

        String currency() {
            return plan.tariff().currency();
        }

        String capField() {
            return plan.call().envelope().capField();
        }
    }

    public static GatewayFailure of(
            Rule rule, AdmitReply.Refused refused, Asked asked, Instant now) {
        return switch (rule) {
            case Rule.Rate rate -> rate(rate, refused.waitMs());
            case Rule.Concurrency concurrency -> concurrency(concurrency);
            case Rule.Spend spend -> {
                var budget = new BudgetWords(spend, asked, refused.spent(), refused.held());
                yield refused.why().equals("held") ? budget.held() : budget.spent(now);
            }
        };
    }

    public static GatewayFailure rate(Rule.Rate rate, long waitMs) {
        var seconds = Math.max(1, Math.ceilDiv(waitMs, 1_000L));
        var headers = new HashMap<String, String>();
        headers.put("retry-after", Long.toString(seconds));
        headers.put("x-ratelimit-limit-" + rate.unit(), Long.toString(rate.perMinute()));
        headers.put("x-ratelimit-remaining-" + rate.unit(), "0");
        headers.put("x-ratelimit-reset-" + rate.unit(), seconds + "s");
        return new QuotaRefused(
                ErrorCode.RATE_LIMIT_EXCEEDED,
                "%s may use %d %s a minute, at most about %d at once; try again in %d s"
                        .formatted(
                                rate.owner(), rate.perMinute(), rate.unit(), rate.burst(), seconds),
                rate.name(),
                headers);
    }

    public static GatewayFailure concurrency(Rule.Concurrency rule) {
        return new QuotaRefused(
                ErrorCode.RATE_LIMIT_EXCEEDED,
                "%s may have %d calls at once, and all are under way; try again when one has ended"
                        .formatted(rule.owner(), rule.limit()),
                rule.name(),
                Map.of("retry-after", "1"));
    }

    public static GatewayFailure revoked() {
        return new GatewayFailure.KeyRefused("this key was revoked");
    }

    /**
     * The shared store is away and the node's part is used up, so that another alias may serve, or
     * the policy says no.
     */
    public static GatewayFailure away(Rule.Spend spend, boolean denied) {
        return new QuotaRefused(
                ErrorCode.BUDGET_HELD,
                denied
                        ? "the budget of %s takes no calls while the shared store is away"
                                .formatted(spend.owner())
                        : ("the shared store is away, and what this node may spend of the budget of"
                                        + " %s meanwhile is used up")
                                .formatted(spend.owner()),
                spend.name(),
                Map.of("retry-after", "5"),
                denied ? null : spend.degradesTo());
    }

    private record BudgetWords(Rule.Spend spend, Asked asked, long used, long heldNow) {
        GatewayFailure held() {
            // Nodes set a part of a budget aside, to serve by while the shared store is away.
            var inFlight = used + heldNow + spend.amount() > spend.limit();
            return new QuotaRefused(
                    ErrorCode.BUDGET_HELD,
                    "%s has spent %s of %s this %s, and %s; this call may need %s: try again shortly"
                            .formatted(
                                    spend.owner(),
                                    amount(used),
                                    amount(spend.limit()),
                                    window(),
                                    inFlight
                                            ? "calls under way hold " + amount(heldNow)
                                            : "nodes have set a part of the rest aside",
                                    amount(spend.amount())),
                    spend.name(),
                    Map.of("retry-after", Long.toString(HELD_RETRY_SECONDS)));
        }

        GatewayFailure spent(Instant now) {
            var headers = new HashMap<>(Map.of("x-should-retry", "false"));
            var fitsAnEmptyWindow =
                    spend.amount() <= spend.limit() || TightBudget.fitsWhenEmpty(spend, asked);
            if (fitsAnEmptyWindow) {
                var seconds =
                        Math.max(1, spend.windowEnd().getEpochSecond() - now.getEpochSecond());
                headers.put("retry-after", Long.toString(seconds));
            }
            return new QuotaRefused(
                    ErrorCode.QUOTA_EXCEEDED,
                    "%s has spent %s of %s this %s, and this call may need %s: %s; the window ends at %s"
                            .formatted(
                                    spend.owner(),
                                    amount(used),
                                    amount(spend.limit()),
                                    window(),
                                    amount(spend.amount()),
                                    advice(fitsAnEmptyWindow),
                                    spend.windowEnd()),
                    spend.name(),
                    headers,
                    spend.degradesTo());
        }

        private String advice(boolean fitsAnEmptyWindow) {
            var cap = asked.highestCap(spend, spend.limit() - used);
            if (cap.isPresent()) {
                return "lower %s (at most %d fits now) or raise the budget"
                        .formatted(asked.capField(), cap.getAsLong());
            }
            return fitsAnEmptyWindow
                    ? "raise the budget, or wait for the next window"
                    : "raise the budget";
        }

        private String window() {
            var alias = spend.budget().alias();
            return spend.budget().window().text() + (alias == null ? "" : " with " + alias);
        }

        /** Money to the cent where that tells all, finer where it does not. */
        private String amount(long value) {
            if (!spend.budget().countsMoney()) {
                return value + " tokens";
            }
            var money = new Money(value).toBigDecimal();
            var cents = money.setScale(2, RoundingMode.HALF_UP);
            var text =
                    cents.compareTo(money) == 0
                            ? cents.toPlainString()
                            : money.stripTrailingZeros().toPlainString();
            return text + " " + asked.currency();
        }
    }
}
