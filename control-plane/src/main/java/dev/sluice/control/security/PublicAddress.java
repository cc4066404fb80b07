package dev.sluice.control.security;

import dev.sluice.model.net.SpecialNetworks;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/** Whether an address is one of the public internet. */
public final class PublicAddress {
    private static final List<IpAddressMatcher> SPECIAL =
            Stream.concat(SpecialNetworks.V4.stream(), SpecialNetworks.V6.stream())
                    .map(IpAddressMatcher::new)
                    .toList();
    private static final IpAddressMatcher GLOBAL_V6 =
            new IpAddressMatcher(SpecialNetworks.GLOBAL_V6);

    private PublicAddress() {}

    public static boolean is(InetAddress address) {
        var text = withoutZone(address.getHostAddress());
        return (address instanceof Inet4Address || GLOBAL_V6.matches(text))
                && SPECIAL.stream().noneMatch(network -> network.matches(text));
    }

    private static String withoutZone(String text) {
        var zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
