package dev.sluice.dataplane.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CidrTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,10.255.1.2,true",
        "10.0.0.0/8,11.0.0.1,false",
        "192.168.1.128/25,192.168.1.200,true",
        "192.168.1.128/25,192.168.1.1,false",
        "0.0.0.0/0,1.2.3.4,true",
        "1.2.3.4,1.2.3.4,true",
        "1.2.3.4,1.2.3.5,false",
        "2001:db8::/32,2001:db8:1::1,true",
        "2001:db8::/32,2001:db9::1,false",
        "10.0.0.0/8,::ffff:10.1.2.3,true",
        "10.0.0.0/8,2001:db8::1,false",
        "10.0.0.0/99,10.0.0.1,false",
        "nonsense,10.0.0.1,false",
        "10.0.0.0/8,unknown,false"
    })
    void tellsWhetherAnAddressLiesInANetwork(String cidr, String address, boolean inside) {
        assertThat(Cidr.contains(cidr, address)).isEqualTo(inside);
    }
}
