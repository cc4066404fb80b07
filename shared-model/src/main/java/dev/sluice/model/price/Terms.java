package dev.sluice.model.price;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sluice.model.money.Money;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What stood between the list prices of a call and what its tenant was charged, as facts of its
 * event. Absent where nothing did: one currency and no mark-up.
 *
 * @param markup factor on the list price; absent means one
 * @param providerCurrency the installation's currency, in which provider costs are booked
 * @param fxRates of every other currency that took part: units of the installation's for one
 */
public record Terms(
        @Nullable BigDecimal markup,
        String providerCurrency,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, BigDecimal> fxRates) {
    public Terms {
        fxRates =
                fxRates == null
                        ? Map.of()
                        : java.util.Collections.unmodifiableSortedMap(new TreeMap<>(fxRates));
    }

    public BigDecimal markupOrOne() {
        return markup != null ? markup : BigDecimal.ONE;
    }

    /**
     * The list price, in the installation's currency, of what was charged in another: for calls of
     * which only the charge is known.
     */
    public Money listPriceOf(Money charged, String currency) {
        var rate = fxRates.getOrDefault(currency, BigDecimal.ONE);
        return Money.charged(charged.toBigDecimal().multiply(rate), markupOrOne());
    }

    /** Both: a tenant's and a price's, or those of attempts at prices in several currencies. */
    public Terms and(@Nullable Terms other) {
        if (other == null) {
            return this;
        }
        var all = new TreeMap<>(fxRates);
        all.putAll(other.fxRates);
        return new Terms(markup != null ? markup : other.markup, providerCurrency, all);
    }
}
