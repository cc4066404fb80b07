package dev.sluice.model.price;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

/**
 * What one unit of a currency is worth from an instant on.
 *
 * @param rate units of the installation's currency
 */
public record ExchangeRate(Instant from, BigDecimal rate) {
    public ExchangeRate {
        Objects.requireNonNull(from, "from is null");
        Objects.requireNonNull(rate, "rate is null");
    }
}
