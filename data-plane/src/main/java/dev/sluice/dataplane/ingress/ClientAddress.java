package dev.sluice.dataplane.ingress;

import dev.sluice.dataplane.config.Cidr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who a request comes from: the socket's address, or what trusted proxies say of it. Read from the
 * right, the first address that is no trusted proxy; what stands left of it anybody can have
 * written.
 */
final class ClientAddress {
    private final List<String> trustedProxies;

    ClientAddress(List<String> trustedProxies) {
        this.trustedProxies = List.copyOf(trustedProxies);
    }

    String of(@Nullable String socketAddress, @Nullable String forwardedFor) {
        var address = socketAddress == null ? "unknown" : socketAddress;
        if (forwardedFor == null || !isTrusted(address)) {
            return address;
        }
        var hops = forwardedFor.split(",", -1);
        for (var i = hops.length - 1; i >= 0; i--) {
            address = hops[i].strip();
            if (!isTrusted(address)) {
                return address;
            }
        }
        return address;
    }

    private boolean isTrusted(String address) {
        return trustedProxies.stream().anyMatch(proxy -> Cidr.contains(proxy, address));
    }
}
