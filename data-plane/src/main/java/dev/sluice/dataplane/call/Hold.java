package dev.sluice.dataplane.call;

import dev.sluice.model.usage.ReservationFacts;

/**
 * The duty to settle: what the reserver remembers of a call until it is settled. Only the quota
 * package looks inside.
 */
public interface Hold {
    ReservationFacts facts();
}
