package dev.sluice.dataplane.quota;

import java.time.Duration;

/**
 * How a node keeps its reservations.
 *
 * @param node this node's id
 * @param lease after which a reservation that nobody renews is swept
 * @param renewal period of renewal; well below the lease
 * @param heartbeat period in which a node says that it is there
 */
public record QuotaSettings(String node, Duration lease, Duration renewal, Duration heartbeat) {
    public static QuotaSettings of(String node) {
        return new QuotaSettings(
                node, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(1));
    }
}
