package dev.sluice.control.metering;

import dev.sluice.control.ledger.Rating;
import dev.sluice.model.money.Money;
import dev.sluice.model.price.Charge;
import dev.sluice.model.usage.Attempt;
import dev.sluice.model.usage.TokenUsage;
import dev.sluice.model.usage.UsageEvent;
import dev.sluice.model.usage.UsageStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rates an event again, with the code that the node used and the price books of the version that it
 * ran. The event's own cost is what is booked (the budgets have moved by it); a difference is
 * flagged.
 */
public final class Rater {
    private final PriceBooks books;

    /**
     * A try of a call that was charged, with the lines that made its cost; a call that was booked
     * without its tries is one.
     *
     * @param attempt its place among the attempts of the event
     */
    public record RatedTry(
            int attempt,
            String model,
            @Nullable String upstream,
            TokenUsage tokens,
            Charge charge) {}

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
        var agrees =
                rated == null
                        ? null
                        : rated.charged() == cost + overrun
                                && (event.attempts().isEmpty()
                                        || rated.provider() == event.providerCost().nanos());
        return new Rating(
                overrun, providerCosts(event), rated == null ? null : rated.charged(), agrees);
    }

    /**
     * The price lines of every try that was charged; nothing where one cannot be rated, since its
     * version, model or tenant is not known or it had no price.
     */
    public Optional<List<RatedTry>> lines(UsageEvent event) {
        return switch (event.status()) {
            case REJECTED, CACHED -> Optional.of(List.of());
            case COMPLETED, FAILED, CANCELLED, INTERRUPTED, ABANDONED ->
                    event.attempts().isEmpty() ? ratedWhole(event) : ratedAttempts(event);
        };
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

    private record Rated(long charged, long provider) {}

    private @Nullable Rated rated(UsageEvent event) {
        if (event.status() == UsageStatus.CACHED) {
            return null; // The price of a hit is the policy's, not the price book's.
        }
        return lines(event)
                .map(tries -> {
                    long charged = 0;
                    long provider = 0;
                    for (var one : tries) {
                        charged = Math.addExact(charged, one.charge().cost().nanos());
                        provider = Math.addExact(provider, one.charge().providerCost().nanos());
                    }
                    return new Rated(charged, provider);
                })
                .orElse(null);
    }

    private Optional<List<RatedTry>> ratedWhole(UsageEvent event) {
        var model = event.model();
        if (model == null || event.tokens().hasNothing()) {
            return Optional.of(List.of());
        }
        return charge(event, model, event.tokens(), flat(event))
                .map(charge ->
                        List.of(new RatedTry(0, model, event.upstream(), event.tokens(), charge)));
    }

    private Optional<List<RatedTry>> ratedAttempts(UsageEvent event) {
        var tries = new ArrayList<RatedTry>();
        var flat = flat(event);
        for (var i = 0; i < event.attempts().size(); i++) {
            var attempt = event.attempts().get(i);
            if (!attempt.cost().equals(Money.ZERO) || isCharged(event, attempt)) {
                var charge = charge(event, attempt.model(), attempt.tokens(), flat);
                if (charge.isEmpty()) {
                    if (flat == null && flat(event) != null) {
                        continue; // It was charged for an earlier try: once for a call.
                    }
                    return Optional.empty();
                }
                flat = charge.get().priceVersion() == null ? null : flat;
                tries.add(
                        new RatedTry(
                                i,
                                attempt.model(),
                                attempt.upstream(),
                                attempt.tokens(),
                                charge.get()));
            }
        }
        return Optional.of(tries);
    }

    /**
     * @param flat what is charged where the model has no price; null where nothing says
     */
    private Optional<Charge> charge(
            UsageEvent event, String model, TokenUsage tokens, @Nullable Money flat) {
        var version = event.configVersion();
        var at = event.startedAt();
        return books.of(version, model)
                .flatMap(book ->
                        books.tariff(version, event.tenant())
                                .flatMap(tariff ->
                                        tariff.quote(book, at)
                                                .map(quote -> quote.charge(tokens))
                                                .or(() ->
                                                        Optional.ofNullable(flat)
                                                                .map(amount ->
                                                                        Charge.flat(
                                                                                amount, tariff,
                                                                                at)))));
    }

    private static @Nullable Money flat(UsageEvent event) {
        return event.reservation() == null ? null : event.reservation().flat();
    }

    /** The last try with tokens is the answer: it is charged unless it was free. */
    private static boolean isCharged(UsageEvent event, Attempt attempt) {
        return attempt.equals(event.attempts().getLast()) && !attempt.tokens().hasNothing();
    }
}
