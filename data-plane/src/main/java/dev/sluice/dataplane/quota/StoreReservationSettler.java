package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.quota.store.PendingCalls;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreEpoch;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.model.quota.ScriptCall;
import io.vertx.core.Future;

/** Stage 10: charges once what was used; what the store does not acknowledge is sent again. */
final class StoreReservationSettler implements ReservationSettler {
    /** A local admission waits for the store however long it is away. */
    private static final long LOCAL_PATIENCE_MS = 24 * 3_600_000L;

    private final RedisQuotaStore store;
    private final StoreEpoch epoch;
    private final PendingCalls pending;
    private final OpenHolds holds;
    private final LocalQuota local;

    StoreReservationSettler(
            RedisQuotaStore store,
            StoreEpoch epoch,
            PendingCalls pending,
            OpenHolds holds,
            LocalQuota local) {
        this.store = store;
        this.epoch = epoch;
        this.pending = pending;
        this.holds = holds;
        this.local = local;
    }

    @Override
    public Future<Void> settle(ReservedCall reserved, Settlement settlement) {
        var hold = (CallHold) reserved.hold();
        if (!hold.close()) {
            return Future.succeededFuture();
        }
        var tokens = settlement.tokens();
        var settled =
                holds.settled(hold, settlement.cost().nanos(), tokens.total(), tokens.rateTokens());
        leaveAttempts(hold, tokens.rateTokens());
        if (hold.isLocal()) {
            local.settle(
                    hold.rules(), settled.moneyNanos(), settled.tokens(), settled.rateTokens());
            pending.add(() -> call(settled), LOCAL_PATIENCE_MS);
            return Future.succeededFuture();
        }
        store.tell(
                call(settled),
                () -> pending.add(() -> call(settled), ScriptCall.TOMBSTONE.toMillis()));
        return Future.succeededFuture();
    }

    @Override
    public void abandon(ReservedCall reserved) {
        var hold = (CallHold) reserved.hold();
        if (hold.close()) {
            holds.forget(hold);
            leaveAttempts(hold, 0);
            if (hold.isLocal()) {
                local.settle(hold.rules(), 0, 0, 0);
            }
        }
    }

    /** Where the store cannot know the reservation, the amounts are charged as they stand. */
    private ScriptCall call(OpenHolds.Settled settled) {
        return NodeCalls.settle(settled, !settled.epoch().equals(epoch.current()));
    }

    private void leaveAttempts(CallHold hold, long rateTokens) {
        hold.attempts()
                .forEach((attempt, rules) -> {
                    var give = NodeCalls.give(attempt, rules, rateTokens);
                    store.tell(
                            give, () -> pending.add(() -> give, ScriptCall.TOMBSTONE.toMillis()));
                });
    }
}
