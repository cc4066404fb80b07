package dev.sluice.control.ledger;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger's own price books make of an event.
 *
 * @param overrunNanos what the provider billed beyond the hold: borne by the platform
 * @param providerCostNanos by upstream
 * @param ratedNanos what the call should have cost; null when its price book is not known
 * @param agrees whether event and rating say the same; null when it could not be rated
 */
public record Rating(
        long overrunNanos,
        Map<String, Long> providerCostNanos,
        @Nullable Long ratedNanos,
        @Nullable Boolean agrees) {
    public Rating {
        providerCostNanos = Map.copyOf(providerCostNanos);
    }

    long providerTotalNanos() {
        return providerCostNanos.values().stream().reduce(0L, Math::addExact);
    }
}
