package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.config.Cidr;
import dev.sluice.model.access.ForwardedFor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who a request comes from, by the proxies that are trusted now. */
public final class ClientAddress {
    private final Supplier<List<String>> trustedProxies;

    /**
     * @param trustedProxies networks, as they are now
     */
    public ClientAddress(Supplier<List<String>> trustedProxies) {
        this.trustedProxies = trustedProxies;
    }

    String of(@Nullable String socketAddress, @Nullable String forwardedFor) {
        return ForwardedFor.client(
                socketAddress == null ? "unknown" : socketAddress, forwardedFor, this::isTrusted);
    }

    boolean isTrusted(String address) {
        return trustedProxies.get().stream().anyMatch(proxy -> Cidr.contains(proxy, address));
    }
}
