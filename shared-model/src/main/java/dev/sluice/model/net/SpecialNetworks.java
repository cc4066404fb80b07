package dev.sluice.model.net;

import java.util.List;

/** Networks in which no public server stands: where an address of a stranger must not lead. */
public final class SpecialNetworks {
    /** All special-purpose networks of IPv4, and one address that a cloud keeps for itself. */
    public static final List<String> V4 =
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

    /**
     * Only global unicast is public; within it, what is special or holds an IPv4 address is not.
     */
    public static final String GLOBAL_V6 = "2000::/3";

    public static final List<String> V6 =
            List.of("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20");

    private SpecialNetworks() {}
}
