package dev.sluice.model.price;

import java.math.BigDecimal;

/**
 * What a list price was multiplied by.
 *
 * @param of {@code band} or {@code serviceTier}
 * @param name which of them
 */
public record PriceFactor(String of, String name, BigDecimal factor) {
    static final String BAND = "band";
    static final String SERVICE_TIER = "serviceTier";
}
