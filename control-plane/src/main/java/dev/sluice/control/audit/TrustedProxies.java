package dev.sluice.control.audit;

import dev.sluice.control.rules.Network;
import dev.sluice.model.access.ForwardedFor;
import java.util.Arrays;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Who really is behind a request, by the proxies that the newest version trusts. */
@Component
class TrustedProxies {
    private final JdbcClient database;

    TrustedProxies(JdbcClient database) {
        this.database = database;
    }

    String client(String socketAddress, String forwardedFor) {
        var networks = networks();
        return ForwardedFor.client(
                socketAddress,
                forwardedFor,
                address -> networks.stream().anyMatch(network -> holds(network, address)));
    }

    private List<Network> networks() {
        return database
                .sql("select trusted_proxies from config_version order by version desc limit 1")
                .query(String.class)
                .optional()
                .stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .filter(text -> !text.isEmpty())
                .map(Network::parse)
                .toList();
    }

    private static boolean holds(Network network, String address) {
        try {
            return network.holds(Network.parse(address));
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
