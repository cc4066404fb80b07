package dev.sluice.control.rerating;

import dev.sluice.control.metering.PriceBooks;
import dev.sluice.control.metering.Rater;
import dev.sluice.model.price.Price;
import dev.sluice.model.price.PriceBook;
import dev.sluice.model.price.Tariff;
import dev.sluice.model.usage.UsageEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Rates calls by the ledger's own rules, with other prices of one model; those of all others stay
 * what they were.
 */
final class WhatIf {
    private final Rater rater;

    WhatIf(PriceBooks published, String model, List<Price> prices) {
        rater = new Rater(new OtherPrices(published, new PriceBook(model, prices)));
    }

    /** The published price books but for one. */
    private record OtherPrices(PriceBooks published, PriceBook other) implements PriceBooks {
        @Override
        public Optional<PriceBook> of(long configVersion, String model) {
            return model.equals(other.model())
                    ? Optional.of(other)
                    : published.of(configVersion, model);
        }

        @Override
        public Optional<Tariff> tariff(long configVersion, String tenant) {
            return published.tariff(configVersion, tenant);
        }
    }

    /**
     * What the tenant would have been charged. The hold stays the ceiling where it was one: the
     * platform bears the rest at any price.
     *
     * @param overrunNanos what the platform bears of the call as it is booked
     */
    OptionalLong cost(UsageEvent event, long overrunNanos) {
        var rated = rater.rate(event).ratedNanos();
        if (rated == null) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(overrunNanos == 0 ? rated : Math.min(rated, event.cost().nanos()));
    }
}
