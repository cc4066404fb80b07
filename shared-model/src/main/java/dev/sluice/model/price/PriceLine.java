package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of what a call costs, in the currency of its price. Nothing in it is rounded: {@code
 * amount} is quantity × unit price × factors, and only the sum of all lines is rounded.
 *
 * @param kind a kind of tokens, or {@code request}, {@code image}, {@code second}; {@code flat} for
 *     a call without a price
 * @param per what the unit price is for: a million tokens, or one
 * @param aboveInputTokens the tier that the unit price is of; absent without one
 */
public record PriceLine(
        String kind,
        BigDecimal quantity,
        BigDecimal unitPrice,
        long per,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long aboveInputTokens,
        List<PriceFactor> factors,
        BigDecimal amount) {
    public PriceLine {
        factors = List.copyOf(factors);
    }
}
