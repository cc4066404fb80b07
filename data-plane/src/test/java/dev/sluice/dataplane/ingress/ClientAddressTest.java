package dev.sluice.dataplane.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
    private final ClientAddress addresses = new ClientAddress(() -> List.of("10.0.0.0/8"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "1.2.3.4|-|1.2.3.4",
                "1.2.3.4|9.9.9.9|1.2.3.4",
                "10.0.0.1|9.9.9.9|9.9.9.9",
                "10.0.0.1|7.7.7.7, 9.9.9.9, 10.0.0.2|9.9.9.9",
                "10.0.0.1|7.7.7.7,9.9.9.9:4321|9.9.9.9",
                "10.0.0.1|[2001:db8::1]:4321|2001:db8::1",
                "10.0.0.1|2001:db8::1|2001:db8::1",
                "10.0.0.1|9.9.9.9, |9.9.9.9",
                "10.0.0.1|10.0.0.3, 10.0.0.2|10.0.0.3",
                "-|9.9.9.9|unknown"
            })
    void believesOnlyTrustedProxies(String socket, String forwarded, String address) {
        assertThat(addresses.of(socket, forwarded)).isEqualTo(address);
    }
}
