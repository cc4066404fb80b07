package dev.sluice.model.price;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a tenant is charged under one version: its currency, its mark-up, and the exchange rates.
 *
 * @param currency the tenant's
 * @param markup factor on list prices; above zero
 */
public record Tariff(ExchangeRates rates, String currency, BigDecimal markup) {
    public Tariff {
        Objects.requireNonNull(rates, "rates is null");
        Objects.requireNonNull(currency, "currency is null");
        Objects.requireNonNull(markup, "markup is null");
    }

    /** List prices in the installation's currency. */
    public static Tariff plain(ExchangeRates rates) {
        return new Tariff(rates, rates.currency(), BigDecimal.ONE);
    }

    /** What a model costs a call that began then; nothing where it has no price or no rate. */
    public Optional<Quote> quote(PriceBook book, Instant startedAt) {
        return book.at(startedAt)
                .flatMap(price -> {
                    var priced = currencyOf(price);
                    var listRate = rates.at(priced, startedAt);
                    var ownRate = rates.at(currency, startedAt);
                    return listRate.isEmpty() || ownRate.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    new Quote(
                                            this,
                                            book.versionOf(price),
                                            price,
                                            startedAt,
                                            listRate.get(),
                                            ownRate.get()));
                });
    }

    /** What stands between list prices and charges, whatever the model; null where nothing does. */
    public @Nullable Terms terms(Instant startedAt) {
        var own = rates.currency();
        var factor = markup.compareTo(BigDecimal.ONE) == 0 ? null : markup;
        if (currency.equals(own)) {
            return factor == null ? null : new Terms(factor, own, Map.of());
        }
        var ofTenant =
                rates.at(currency, startedAt).map(rate -> Map.of(currency, rate)).orElse(Map.of());
        return new Terms(factor, own, ofTenant);
    }

    String currencyOf(Price price) {
        return price.currency() != null ? price.currency() : rates.currency();
    }

    /** In words, why there is no quote; a price or rate that only begins later is the likeliest. */
    public String whyUnpriced(PriceBook book, Instant at) {
        var price = book.at(at);
        if (price.isPresent()) {
            var priced = currencyOf(price.get());
            var missing = rates.at(priced, at).isEmpty() ? priced : currency;
            return "there is no exchange rate of "
                    + missing
                    + " at "
                    + at
                    + ", which the price of model "
                    + book.model()
                    + " needs";
        }
        return book.prices().stream()
                .map(Price::from)
                .filter(from -> from.isAfter(at))
                .min(Comparator.naturalOrder())
                .map(from -> "model " + book.model() + " has no price before " + from)
                .orElse("model " + book.model() + " has no price");
    }
}
