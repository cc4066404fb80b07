package dev.sluice.model.snapshot;

import java.util.List;

/**
 * What a config says of the installation as a whole: it belongs to no document.
 *
 * @param trustedProxies networks of the proxies that are believed when they name a client
 */
public record Installation(String currency, List<String> trustedProxies) {
    public static final String DEFAULT_CURRENCY = "USD";
    public static final Installation DEFAULT = new Installation(DEFAULT_CURRENCY, List.of());

    public Installation {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
