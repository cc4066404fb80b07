package dev.sluice.control.metering;

import dev.sluice.control.ledger.Rating;
import dev.sluice.model.money.Money;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Rates an event again, with the code that the node used and the price books of the version that it
 * ran. The event's own cost is what is booked (the budgets have moved by it); a difference is
 * flagged.
 */
public final class Rater {
    private final PriceBooks books;

    public Rater(PriceBooks books) {
        this.books = books;
    }

    public Rating rate(UsageEvent event) {
        long tries =
                event.attempts().stream()
                        .mapToLong(it -> it.cost().nanos())
                        .reduce(0, Math::addExact);
        long cost = event.cost().nanos();
        // Charged less than the tries came to: the hold was the ceiling.
        long overrun = event.reservation() == null ? 0 : Math.max(0, tries - cost);
        var rated = rated(event);
        var agrees = rated == null ? null : rated == cost + overrun;
        return new Rating(overrun, providerCosts(event), rated, agrees);
    }

    /**
     * What a call of a model costs under a version, for calls that the ledger has to bill itself.
     */
    public OptionalLong cost(long configVersion, String model, UsageEvent of, TokenUsage tokens) {
        try {
            return books.of(configVersion, model)
                    .flatMap(book -> book.at(of.startedAt()))
                    .map(price -> OptionalLong.of(price.cost(tokens).nanos()))
                    .orElse(OptionalLong.empty());
        } catch (ArithmeticException beyondMoney) {
            return OptionalLong.empty(); // The call is booked at what the node charged, unrated.
        }
    }

    private static Map<String, Long> providerCosts(UsageEvent event) {
        var costs = new HashMap<String, Long>();
        for (var attempt : event.attempts()) {
            if (attempt.providerCost().nanos() != 0) {
                costs.merge(attempt.upstream(), attempt.providerCost().nanos(), Math::addExact);
            }
        }
        long listed = costs.values().stream().mapToLong(Long::longValue).sum();
        if (listed != event.providerCost().nanos()) {
            costs.clear();
            if (event.providerCost().nanos() != 0) {
                var upstream = event.upstream() == null ? "" : event.upstream();
                costs.put(upstream, event.providerCost().nanos());
            }
        }
        return costs;
    }

    private @Nullable Long rated(UsageEvent event) {
        return switch (event.status()) {
            case REJECTED -> 0L;
            // The price of a hit is the policy's, not the price book's.
            case CACHED -> null;
            case COMPLETED, FAILED, CANCELLED, INTERRUPTED, ABANDONED ->
                    event.attempts().isEmpty() ? ratedWhole(event) : ratedAttempts(event);
        };
    }

    private @Nullable Long ratedWhole(UsageEvent event) {
        if (event.model() == null || event.tokens().equals(TokenUsage.NONE)) {
            return 0L;
        }
        var cost = cost(event.configVersion(), event.model(), event, event.tokens());
        return cost.isPresent() ? cost.getAsLong() : null;
    }

    private @Nullable Long ratedAttempts(UsageEvent event) {
        long sum = 0;
        for (var attempt : event.attempts()) {
            if (!attempt.cost().equals(Money.ZERO) || isCharged(event, attempt)) {
                var cost = cost(event.configVersion(), attempt.model(), event, attempt.tokens());
                if (cost.isEmpty()) {
                    return null;
                }
                sum = Math.addExact(sum, cost.getAsLong());
            }
        }
        return sum;
    }

    /** The last try with tokens is the answer: it is charged unless it was free. */
    private static boolean isCharged(UsageEvent event, Attempt attempt) {
        return attempt.equals(event.attempts().getLast())
                && !attempt.tokens().equals(TokenUsage.NONE);
    }
}
