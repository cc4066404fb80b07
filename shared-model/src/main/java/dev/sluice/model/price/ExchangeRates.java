package dev.sluice.model.price;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The installation's currency, and what others are worth in it over time.
 *
 * @param rates by currency
 */
public record ExchangeRates(String currency, Map<String, List<ExchangeRate>> rates) {
    public ExchangeRates {
        Objects.requireNonNull(currency, "currency is null");
        var copy = new TreeMap<String, List<ExchangeRate>>();
        rates.forEach((name, dated) -> copy.put(name, List.copyOf(dated)));
        rates = java.util.Collections.unmodifiableSortedMap(copy);
    }

    /** One currency for everything. */
    public static ExchangeRates none(String currency) {
        return new ExchangeRates(currency, Map.of());
    }

    /** Units of the installation's currency for one of another; nothing before its first rate. */
    public Optional<BigDecimal> at(String other, Instant at) {
        if (other.equals(currency)) {
            return Optional.of(BigDecimal.ONE);
        }
        ExchangeRate latest = null;
        for (var rate : rates.getOrDefault(other, List.of())) {
            if (!rate.from().isAfter(at)
                    && (latest == null || !rate.from().isBefore(latest.from()))) {
                latest = rate;
            }
        }
        return Optional.ofNullable(latest).map(ExchangeRate::rate);
    }

    /**
     * A booked sum as it is shown beside sums in another currency; nothing without a rate. For
     * display alone: nothing is charged or booked by it. Each line is rounded, then they are added.
     */
    public Optional<Money> shown(Money sum, String from, String to, Instant at) {
        if (from.equals(to)) {
            return Optional.of(sum);
        }
        return at(from, at)
                .flatMap(worth ->
                        at(to, at)
                                .map(unit ->
                                        Money.charged(sum.toBigDecimal().multiply(worth), unit)));
    }

    /** Whether anything can be given in the currency: it is the installation's, or has rates. */
    public boolean knows(String other) {
        return other.equals(currency) || rates.containsKey(other);
    }
}
