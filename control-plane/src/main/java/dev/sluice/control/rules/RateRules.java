package dev.sluice.control.rules;

import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.price.ExchangeRates;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything is booked in the installation's currency, and at the exchange rates of the past: these
 * stay as they are, as the past of a price book does.
 */
public final class RateRules {
    private RateRules() {}

    /** The first fault of each field; of a currency that is new all rates are free. */
    public static Map<String, String> check(
            ExchangeRates booked, ExchangeRates wanted, Instant now) {
        var faults = new LinkedHashMap<String, String>();
        if (!booked.currency().equals(wanted.currency())) {
            faults.put(
                    "currency",
                    "cannot become "
                            + wanted.currency()
                            + ": everything is booked in "
                            + booked.currency());
        }
        booked.rates()
                .forEach((currency, rates) ->
                        check(
                                "currencies." + currency,
                                rates,
                                wanted.rates().getOrDefault(currency, List.of()),
                                now,
                                faults));
        return faults;
    }

    private static void check(
            String field,
            List<ExchangeRate> booked,
            List<ExchangeRate> wanted,
            Instant now,
            Map<String, String> faults) {
        for (var rate : booked) {
            var stays =
                    wanted.stream()
                            .anyMatch(it ->
                                    it.from().equals(rate.from())
                                            && it.rate().compareTo(rate.rate()) == 0);
            if (rate.from().isBefore(now) && !stays) {
                faults.putIfAbsent(
                        field, "the rate from " + rate.from() + " is booked and must stay");
            }
        }
        for (var rate : wanted) {
            var isNew = booked.stream().noneMatch(it -> it.from().equals(rate.from()));
            if (isNew && rate.from().isBefore(now)) {
                faults.putIfAbsent(
                        field, "a new rate may not begin in the past: calls since then are booked");
            }
        }
    }
}
