package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import io.vertx.core.Future;

/** Stage 5: nothing goes upstream before its worst case is held. All on the call's event loop. */
public interface QuotaReserver {
    /**
     * Holds the worst case of the call's first attempt, at every level or not at all. Fails with
     * {@link dev.sluice.dataplane.call.GatewayFailure}.
     */
    Future<ReservedCall> reserve(RoutePlan plan);

    /** Adds a further attempt's worst case to the hold; false: it does not fit, do not try. */
    Future<Boolean> raise(ReservedCall reserved, Candidate next);

    /**
     * Takes the upstream's and the alias-wide limits for one attempt; false: try the next
     * candidate. What was taken is given back by the settlement.
     */
    Future<Boolean> enter(ReservedCall reserved, Candidate candidate);
}
