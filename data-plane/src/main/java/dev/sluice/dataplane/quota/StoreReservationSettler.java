package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.dataplane.quota.rule.UsualOutput;
import dev.sluice.dataplane.quota.store.PendingCalls;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreEpoch;
import dev.sluice.dataplane.stage.ReservationSettler;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.usage.UsageStatus;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Stage 10: charges once what was used; what the store does not acknowledge is sent again. */
final class StoreReservationSettler implements ReservationSettler {
    /** A local admission waits for the store however long it is away. */
    private static final long LOCAL_PATIENCE_MS = 24 * 3_600_000L;

    private final RedisQuotaStore store;
    private final StoreEpoch epoch;
    private final PendingCalls pending;
    private final OpenHolds holds;
    private final LocalQuota local;
    private final PrepaidRates prepaid;
    private final FullRules full;
    private final UsualOutput usual;

    StoreReservationSettler(
            RedisQuotaStore store,
            StoreEpoch epoch,
            PendingCalls pending,
            OpenHolds holds,
            LocalQuota local,
            PrepaidRates prepaid,
            FullRules full,
            UsualOutput usual) {
        this.store = store;
        this.epoch = epoch;
        this.pending = pending;
        this.holds = holds;
        this.local = local;
        this.prepaid = prepaid;
        this.full = full;
        this.usual = usual;
    }

    @Override
    public Future<Void> settle(ReservedCall reserved, Settlement settlement) {
        var hold = (CallHold) reserved.hold();
        if (!hold.close()) {
            return Future.succeededFuture();
        }
        var tokens = settlement.tokens();
        learn(reserved, hold, settlement);
        if (hold.isPrepaid()) {
            holds.forget(hold);
            prepaid.settled(hold.rules(), tokens.rateTokens());
            full.ended(hold.rules());
            leaveAttempts(hold, tokens.rateTokens());
            return Future.succeededFuture();
        }
        var settled =
                holds.settled(hold, settlement.cost().nanos(), tokens.total(), tokens.rateTokens());
        leaveAttempts(hold, tokens.rateTokens());
        if (hold.isLocal()) {
            local.settle(
                    hold.rules(), settled.moneyNanos(), settled.tokens(), settled.rateTokens());
            pending.add(new Settling(settled), LOCAL_PATIENCE_MS);
            return Future.succeededFuture();
        }
        store.tell(
                NodeCalls.settle(settled, bookIn(settled)),
                reply -> {
                    full.ended(hold.rules());
                    return NodeCalls.isSettled(reply);
                },
                () -> pending.add(new Settling(settled), ScriptCall.TOMBSTONE.toMillis()));
        return Future.succeededFuture();
    }

    /** Only where a budget goes by it, and from answers that came to their own end. */
    private void learn(ReservedCall reserved, CallHold hold, Settlement settlement) {
        if (settlement.event().status() == UsageStatus.COMPLETED
                && hold.rules().stream().anyMatch(ReadyCall::isExpected)) {
            usual.learn(reserved.plan(), settlement.tokens().output());
        }
    }

    @Override
    public void abandon(ReservedCall reserved) {
        var hold = (CallHold) reserved.hold();
        if (hold.close()) {
            holds.forget(hold);
            leaveAttempts(hold, 0);
            if (hold.isPrepaid()) {
                prepaid.settled(hold.rules(), 0);
            } else if (hold.isLocal()) {
                local.settle(hold.rules(), 0, 0, 0);
            }
        }
    }

    /**
     * The epoch to book in where the store cannot know the reservation; empty where it must, or
     * where the counters wait for their rebuild: a charge now would be lost in it.
     */
    private String bookIn(OpenHolds.Settled settled) {
        var current = epoch.current();
        return current == null || settled.epoch().equals(current) ? "" : current;
    }

    /** A settlement that the store has not carried out yet. */
    private final class Settling implements PendingCalls.Task {
        private final OpenHolds.Settled settled;
        private final @Nullable String epochThen = epoch.lastSeen();

        Settling(OpenHolds.Settled settled) {
            this.settled = settled;
        }

        /**
         * After so long, counters that were rebuilt have the call from the ledger, and no tombstone
         * keeps it from being charged once more.
         */
        @Override
        public boolean isMoot() {
            var age = System.nanoTime() - settled.atNanos();
            return age > ScriptCall.TOMBSTONE.minusMinutes(1).toNanos()
                    && epoch.current() != null
                    && !Objects.equals(epochThen, epoch.current());
        }

        @Override
        public @Nullable ScriptCall call() {
            return epoch.current() == null ? null : NodeCalls.settle(settled, bookIn(settled));
        }

        @Override
        public boolean isDone(List<Object> reply) {
            var done = NodeCalls.isSettled(reply);
            full.ended(settled.rules());
            var current = epoch.current();
            if (!done && current != null) {
                // A tenant that is new since the epoch began; else this finds the loss.
                epoch.open(settled.tenant(), current);
            }
            return done;
        }
    }

    private void leaveAttempts(CallHold hold, long rateTokens) {
        hold.attempts()
                .forEach((attempt, rules) -> {
                    var give = NodeCalls.give(attempt, rules, rateTokens);
                    store.tell(give, () -> pending.add(give, ScriptCall.TOMBSTONE.toMillis()));
                });
    }
}
