package dev.sluice.dataplane.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachableAddressesTest {
    private static final ReachableAddresses PUBLIC_ONLY = new ReachableAddresses(List.of());

    private static InetAddress address(String digits) throws UnknownHostException {
        return InetAddress.getByName(digits);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "100.64.0.1",
                "100.100.100.200",
                "127.0.0.1",
                "127.255.0.3",
                "168.63.129.16",
                "169.254.0.23",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.7",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.51.100.1",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.250",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "64:ff9b::7f00:1",
                "64:ff9b:1::1",
                "100::1",
                "2001::7f00:1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "3fff::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void reachesNothingThatIsNotPublic(String digits) throws UnknownHostException {
        assertThat(PUBLIC_ONLY.mayReach(address(digits), 443)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "223.255.255.255",
                "2400:cb00::1",
                "2606:4700::1111",
                "2a00:1450::1",
                "::ffff:8.8.8.8"
            })
    void reachesWhatIsPublic(String digits) throws UnknownHostException {
        assertThat(PUBLIC_ONLY.mayReach(address(digits), 443)).isTrue();
    }

    @Test
    void asksPublicServersOnlyAtThePortsOfTheWeb() throws UnknownHostException {
        assertThat(PUBLIC_ONLY.mayReach(address("1.1.1.1"), 80)).isTrue();
        assertThat(PUBLIC_ONLY.mayReach(address("1.1.1.1"), 8443)).isTrue();
        assertThat(PUBLIC_ONLY.mayReach(address("1.1.1.1"), 22)).isFalse();
        assertThat(PUBLIC_ONLY.mayReach(address("1.1.1.1"), 6379)).isFalse();
    }

    @Test
    void reachesTheOperatorsOwnNetworksAtAnyPort() throws UnknownHostException {
        var own = new ReachableAddresses(List.of("10.20.0.0/16", "fd12::/32"));

        assertThat(own.mayReach(address("10.20.3.4"), 9000)).isTrue();
        assertThat(own.mayReach(address("::ffff:10.20.3.4"), 9000)).isTrue();
        assertThat(own.mayReach(address("fd12::9"), 9000)).isTrue();
        assertThat(own.mayReach(address("10.21.0.1"), 443)).isFalse();
        assertThat(own.mayReach(address("fd13::9"), 443)).isFalse();
    }
}
