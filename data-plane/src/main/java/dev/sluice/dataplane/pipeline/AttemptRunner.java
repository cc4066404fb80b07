package dev.sluice.dataplane.pipeline;

import dev.sluice.dataplane.call.Outcome;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.relay.CallerChannel;
import io.vertx.core.Future;

/** Stages 6 to 8, repeated until one try commits or nothing is left to try. */
final class AttemptRunner {
    private final LoopParts parts;

    /** An admitted call whose tries are over. */
    record Ended(Outcome outcome, Closing closing) {}

    AttemptRunner(LoopParts parts) {
        this.parts = parts;
    }

    /** Never fails: a failed call is an outcome too. */
    Future<Ended> run(ReservedCall reserved, CallerChannel caller) {
        parts.retryBudget().call();
        return new Tries(parts, reserved, caller).run();
    }
}
