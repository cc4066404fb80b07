package dev.sluice.dataplane.stage;

import dev.sluice.dataplane.call.CachedAnswer;
import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import io.vertx.core.Future;

/** Stage 9: prices the outcome and makes the usage event last. */
public interface UsageRecorder {
    /**
     * Completes when the event is in the journal: only then the terminal frame (unary: the head)
     * goes out.
     */
    Future<Settlement> record(ReservedCall reserved, Outcome outcome);

    /** A call whose key was recognised was refused before an upstream was called. Never blocks. */
    void recordRefusal(Call call, Caller caller, GatewayFailure failure);

    /** A call was answered from the cache; completes when the event is in the journal. */
    Future<Settlement> recordHit(RoutePlan plan, CachedAnswer answer);
}
