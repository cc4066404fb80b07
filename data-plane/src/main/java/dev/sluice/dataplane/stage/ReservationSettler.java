package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import io.vertx.core.Future;

/** Stage 10: replaces the hold by what was used. Always runs; retries by itself. */
public interface ReservationSettler {
    /** Does not wait for the store: what it does not acknowledge is sent again. */
    Future<Void> settle(ReservedCall reserved, Settlement settlement);

    /**
     * The call ended without a usage event, by a fault of the node: its lease is let go, so that it
     * is booked as abandoned with what it last carried. Does nothing after a settlement.
     */
    void abandon(ReservedCall reserved);
}
