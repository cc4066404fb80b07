package dev.sluice.model.price;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A model's prices over time. A price is chosen by the instant at which a call began. */
public record PriceBook(String model, List<Price> prices) {
    public PriceBook {
        prices = List.copyOf(prices);
    }

    /** The price that covers the instant: of several, the one that began last. */
    public Optional<Price> at(Instant instant) {
        Price latest = null;
        for (var price : prices) {
            if (price.covers(instant)
                    && (latest == null || !price.from().isBefore(latest.from()))) {
                latest = price;
            }
        }
        return Optional.ofNullable(latest);
    }

    /** Names the price of an event for good: the model and the instant the price is valid from. */
    public String versionOf(Price price) {
        return model + "@" + price.from();
    }

    /** The price that {@link #versionOf} named. */
    public Optional<Price> byVersion(String version) {
        return prices.stream().filter(price -> versionOf(price).equals(version)).findFirst();
    }
}
