package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.config.Cidr;
import dev.sluice.model.net.SpecialNetworks;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Where media may be fetched from: the public internet, and what the operator allows besides.
 *
 * @param allowed networks of the operator's own, such as that of an image store
 */
public record ReachableAddresses(List<String> allowed) {
    private static final Set<Integer> PORTS = Set.of(80, 443, 8080, 8443);

    public ReachableAddresses {
        allowed = List.copyOf(allowed);
    }

    boolean mayReach(InetAddress address, int port) {
        var text = text(address);
        return contains(allowed, text) || (PORTS.contains(port) && isPublic(text));
    }

    private static boolean isPublic(String address) {
        return address.indexOf(':') < 0
                ? !contains(SpecialNetworks.V4, address)
                : Cidr.contains(SpecialNetworks.GLOBAL_V6, address)
                        && !contains(SpecialNetworks.V6, address);
    }

    private static boolean contains(List<String> networks, String address) {
        return networks.stream().anyMatch(network -> Cidr.contains(network, address));
    }

    /** In digits, without the name and zone that Java keeps; IPv4 inside IPv6 is IPv4. */
    static String text(InetAddress address) {
        var bytes = address.getAddress();
        if (bytes.length == 16 && isMapped(bytes)) {
            bytes = Arrays.copyOfRange(bytes, 12, 16);
        }
        return NetUtil.bytesToIpAddress(bytes);
    }

    private static boolean isMapped(byte[] bytes) {
        for (var i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return bytes[10] == (byte) 0xFF && bytes[11] == (byte) 0xFF;
    }
}
