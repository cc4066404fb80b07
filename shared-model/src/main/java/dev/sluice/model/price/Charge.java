package dev.sluice.model.price;

import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a use of a model came to. The lines sum to {@code listAmount} exactly; each of the two costs
 * is that sum times its factors, rounded once. Or the flat amount that a budget charges for a call
 * without a price: that is no list price, so its provider cost is zero.
 *
 * @param priceVersion null for a flat amount
 * @param priceCurrency of the lines
 * @param terms absent where the tenant pays list prices in the installation's currency
 * @param cost what the tenant is charged, in its currency
 * @param providerCost the list price in the installation's currency
 */
public record Charge(
        @Nullable String priceVersion,
        String priceCurrency,
        List<PriceLine> lines,
        BigDecimal listAmount,
        @Nullable Terms terms,
        Money cost,
        Money providerCost) {
    public Charge {
        lines = List.copyOf(lines);
    }

    /** What a budget's policy charges, in the tenant's currency, where there is no price. */
    public static Charge flat(Money amount, Tariff tariff, Instant startedAt) {
        var exact = amount.toBigDecimal();
        var line = new PriceLine("flat", BigDecimal.ONE, exact, 1, null, List.of(), exact);
        return new Charge(
                null,
                tariff.currency(),
                List.of(line),
                exact,
                tariff.terms(startedAt),
                amount,
                Money.ZERO);
    }
}
