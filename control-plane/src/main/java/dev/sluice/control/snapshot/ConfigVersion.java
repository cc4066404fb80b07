package dev.sluice.control.snapshot;

import dev.sluice.model.access.Contacts;
import dev.sluice.model.price.ExchangeRate;
import dev.sluice.model.snapshot.Installation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A published version, as people see it.
 *
 * @param currencies exchange rates by currency
 * @param contacts of the installation
 */
public record ConfigVersion(
        long version,
        Instant publishedAt,
        String author,
        @Nullable String comment,
        Origin origin,
        String currency,
        Map<String, List<ExchangeRate>> currencies,
        List<String> trustedProxies,
        Contacts contacts,
        String sha256) {
    public ConfigVersion {
        currencies = Map.copyOf(currencies);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** What the version says of the installation as a whole. */
    public Installation installation() {
        return Installation.of(currency, currencies, trustedProxies, contacts);
    }
}
