package dev.sluice.control.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.1.0.0/16, true",
        "10.0.0.0/8, 10.0.0.0/8, true",
        "10.1.0.0/16, 10.0.0.0/8, false",
        "10.0.0.0/8, 11.0.0.0/8, false",
        "0.0.0.0/0, 255.255.255.255, true",
        "10.0.0.7, 10.0.0.7/32, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/32, 2001:db8:1::/48, true",
        "2001:db8::/32, 2001:db9::/48, false"
    })
    void holdsWhatLiesWithin(String outer, String inner, boolean holds) {
        assertThat(Network.parse(outer).holds(Network.parse(inner))).isEqualTo(holds);
    }
}
