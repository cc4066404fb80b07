package dev.sluice.model.snapshot;

import dev.sluice.model.access.Contacts;
import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.price.ExchangeRates;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a config says of the installation as a whole: it belongs to no document.
 *
 * @param rates what other currencies are worth
 * @param trustedProxies networks of the proxies that are believed when they name a client
 * @param contacts which nodes are not told
 */
public record Installation(ExchangeRates rates, List<String> trustedProxies, Contacts contacts) {
    public static final String DEFAULT_CURRENCY = "USD";
    public static final Installation DEFAULT = of(DEFAULT_CURRENCY, null, List.of(), Contacts.NONE);

    public Installation {
        trustedProxies = List.copyOf(trustedProxies);
    }

    /**
     * As config parts and versions keep it.
     *
     * @param currencies absent where there never were any
     */
    public static Installation of(
            String currency,
            @Nullable Map<String, List<ExchangeRate>> currencies,
            List<String> trustedProxies,
            Contacts contacts) {
        return new Installation(
                new ExchangeRates(currency, currencies == null ? Map.of() : currencies),
                trustedProxies,
                contacts);
    }

    /** Of everything that is not said to be in another. */
    public String currency() {
        return rates.currency();
    }
}
