package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import io.vertx.core.Future;

/** Stage 10: replaces the hold by what was used. Always runs; retries by itself. */
public interface ReservationSettler {
    Future<Void> settle(ReservedCall reserved, Settlement settlement);
}
