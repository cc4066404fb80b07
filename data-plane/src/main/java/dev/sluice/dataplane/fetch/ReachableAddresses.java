package dev.sluice.dataplane.fetch;

import dev.sluice.dataplane.config.Cidr;
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

    /** All special-purpose networks of IPv4, and one address that a cloud keeps for itself. */
    private static final List<String> CLOSED_V4 =
            List.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "168.63.129.16/32",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.31.196.0/24",
                    "192.52.193.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "192.175.48.0/24",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4");

    /** Only global unicast is open; within it, what is special or holds an IPv4 address is not. */
    private static final String OPEN_V6 = "2000::/3";

    private static final List<String> CLOSED_V6 =
            List.of("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

    public ReachableAddresses {
        allowed = List.copyOf(allowed);
    }

    boolean mayReach(InetAddress address, int port) {
        var text = text(address);
        return contains(allowed, text) || (PORTS.contains(port) && isPublic(text));
    }

    private static boolean isPublic(String address) {
        return address.indexOf(':') < 0
                ? !contains(CLOSED_V4, address)
                : Cidr.contains(OPEN_V6, address) && !contains(CLOSED_V6, address);
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
