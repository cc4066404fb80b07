package dev.sluice.model.snapshot;

import dev.sluice.model.access.Tenant;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.price.Price;
import dev.sluice.model.route.UpstreamModel;
import dev.sluice.model.usage.ServiceTiers;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * What prices and tenants may not say, since no call could be charged by it, or not by one rule.
 */
final class PricingRules {
    private static final Pattern CODE = Pattern.compile("[A-Z]{3}");
    private static final BigDecimal MOST_FACTOR = BigDecimal.valueOf(1_000);

    private final ExchangeRates rates;
    private final BiConsumer<String, String> broken;

    /**
     * @param broken takes the field and what is wrong with it
     */
    PricingRules(ExchangeRates rates, BiConsumer<String, String> broken) {
        this.rates = rates;
        this.broken = broken;
    }

    /** The rates themselves, by their place below {@code currencies}. */
    void rates() {
        rates.rates()
                .forEach((currency, dated) -> {
                    var place = "currencies." + currency;
                    if (!CODE.matcher(currency).matches()) {
                        broken(place, "is no currency: write its ISO 4217 code, like CNY");
                    } else if (currency.equals(rates.currency())) {
                        broken(place, "is the installation's own currency, worth 1 of itself");
                    }
                    var starts = new HashSet<>();
                    for (var i = 0; i < dated.size(); i++) {
                        var rate = dated.get(i);
                        if (!starts.add(rate.from())) {
                            broken(
                                    place + "[" + i + "].from",
                                    "another rate begins at the same instant");
                        }
                        if (rate.rate().signum() <= 0) {
                            broken(
                                    place + "[" + i + "].rate",
                                    "is above zero: units of "
                                            + rates.currency()
                                            + " for one "
                                            + currency);
                        }
                    }
                });
    }

    void model(UpstreamModel model) {
        var starts = new HashSet<>();
        for (var i = 0; i < model.prices().size(); i++) {
            var place = "prices[" + i + "]";
            var price = model.prices().get(i);
            if (!starts.add(price.from())) {
                broken(place + ".from", "another price begins at the same instant");
            }
            price(place, price);
        }
    }

    private void price(String place, Price price) {
        if (price.currency() != null) {
            currency(place + ".currency", price.currency());
        }
        var bounds = new HashSet<>();
        for (var i = 0; i < price.tiers().size(); i++) {
            if (!bounds.add(price.tiers().get(i).aboveInputTokens())) {
                broken(
                        place + ".tiers[" + i + "].aboveInputTokens",
                        "another tier begins at the same number of tokens");
            }
        }
        for (var i = 0; i < price.bands().size(); i++) {
            factor(place + ".bands[" + i + "].factor", price.bands().get(i).factor());
        }
        price.serviceTiers()
                .forEach((name, factor) -> {
                    if (!name.equals(ServiceTiers.named(name))) {
                        broken(
                                place + ".serviceTiers",
                                "'" + name + "' is no service tier: write it like flex");
                    }
                    factor(place + ".serviceTiers." + name, factor);
                });
    }

    private void factor(String field, BigDecimal factor) {
        if (factor.compareTo(MOST_FACTOR) > 0) {
            broken(field, "is a factor, at most " + MOST_FACTOR);
        }
    }

    void tenant(Tenant tenant) {
        if (tenant.currency() != null) {
            currency("currency", tenant.currency());
        }
        if (tenant.markup() != null) {
            if (tenant.markup().signum() <= 0) {
                broken("markup", "is a factor on list prices, above zero: 1.2 adds a fifth");
            }
            factor("markup", tenant.markup());
        }
    }

    private void currency(String field, String currency) {
        if (!rates.knows(currency)) {
            broken(
                    field,
                    "there is no exchange rate of "
                            + currency
                            + ": give it one under 'currencies' at the top of the config file");
        }
    }

    private void broken(String field, String message) {
        broken.accept(field, message);
    }
}
