package dev.sluice.control.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "172.31.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.100.100.200",
                "168.63.129.16",
                "192.0.0.192",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "64:ff9b::a9fe:a9fe",
                "2002:7f00:1::",
                "fd00:ec2::254",
                "fe80::1",
                "fe80::1%1",
                "fec0::1",
                "ff02::1"
            })
    void isNoneOfThoseThatLeadIntoAHouse(String address) throws Exception {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111"})
    void isWhatEverybodyReaches(String address) throws Exception {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
    }
}
