package dev.sluice.model.price;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a use of a model came to. The lines sum to {@code listAmount} exactly; each of the two costs
 * is that sum times its factors, rounded once.
 *
 * @param priceCurrency of the lines
 * @param terms absent where the tenant pays list prices in the installation's currency
 * @param cost what the tenant is charged, in its currency
 * @param providerCost the list price in the installation's currency
 */
public record Charge(
        String priceVersion,
        String priceCurrency,
        List<PriceLine> lines,
        BigDecimal listAmount,
        @Nullable Terms terms,
        Money cost,
        Money providerCost) {
    public Charge {
        lines = List.copyOf(lines);
    }
}
