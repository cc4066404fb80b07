package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.rule.AdmitReply;
import dev.sluice.dataplane.quota.rule.AdmitReply.InUse;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.store.PendingCalls;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.dataplane.quota.store.StoreEpoch;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What this node may spend of strict budgets while the shared store is away: a hundredth of the
 * budget and at most ten of its usual calls, deducted from it beforehand. Budgets too small for
 * that, or nearly spent, get none. A slice is spent once: it is given back as soon as the calls it
 * paid for are settled, and taken anew.
 */
final class Slices {
    private static final long PERIOD_MS = 2_000;
    private static final long LEASE_MS = 600_000;
    private static final long LEASE_MARGIN_MS = 30_000;
    private static final long IDLE_MS = 60_000;
    private static final int MOST = 10_000;
    private static final int SHARE_DIVISOR = 100;
    private static final int USUAL_CALLS = 10;

    private final Vertx vertx;
    private final RedisQuotaStore store;
    private final StoreEpoch epoch;
    private final PendingCalls pending;
    private final String node;
    private final InstantSource clock;
    private final Map<String, Active> budgets = new ConcurrentHashMap<>();
    private final long timer;

    /** A strict budget that calls use now. */
    private static final class Active {
        final Rule.Spend rule;
        final String tenant;
        volatile long seenAtMs;
        volatile long usualCall;
        volatile long remaining;
        volatile @Nullable Slice slice;
        volatile boolean busy;

        Active(Rule.Spend rule, String tenant) {
            this.rule = rule;
            this.tenant = tenant;
        }
    }

    private static final class Slice {
        final UUID id;
        final long amount;
        final AtomicLong left;
        volatile long goodUntilMs;
        volatile boolean touched;

        Slice(UUID id, long amount, long goodUntilMs) {
            this.id = id;
            this.amount = amount;
            this.left = new AtomicLong(amount);
            this.goodUntilMs = goodUntilMs;
        }
    }

    Slices(
            Vertx vertx,
            RedisQuotaStore store,
            StoreEpoch epoch,
            PendingCalls pending,
            String node,
            InstantSource clock) {
        this.vertx = vertx;
        this.store = store;
        this.epoch = epoch;
        this.pending = pending;
        this.node = node;
        this.clock = clock;
        this.timer = vertx.setPeriodic(PERIOD_MS, _ -> tend());
    }

    /** A call was admitted by the store: its strict budgets are in use. */
    void saw(String tenant, List<Rule> rules, List<InUse> inUse) {
        for (var i = 0; i < rules.size(); i++) {
            if (rules.get(i) instanceof Rule.Spend spend
                    && spend.strict()
                    && (budgets.size() < MOST || budgets.containsKey(spend.key()))) {
                var active = budgets.computeIfAbsent(spend.key(), _ -> new Active(spend, tenant));
                active.seenAtMs = clock.millis();
                active.usualCall = Math.max(1, spend.amount());
                var now = inUse.get(i);
                active.remaining = spend.limit() - now.units() - now.held() - spend.amount();
            }
        }
    }

    /** Takes from the slice of a budget; false where there is none or too little is left. */
    boolean take(String key, long amount) {
        var active = budgets.get(key);
        var slice = active == null ? null : active.slice;
        if (slice == null || clock.millis() > slice.goodUntilMs) {
            return false;
        }
        slice.touched = true;
        if (slice.left.addAndGet(-amount) < 0) {
            slice.left.addAndGet(amount);
            return false;
        }
        return true;
    }

    /** What the slice of a budget still carries; -1 where there is none. */
    long left(String key) {
        var active = budgets.get(key);
        var slice = active == null ? null : active.slice;
        return slice == null || clock.millis() > slice.goodUntilMs ? -1 : slice.left.get();
    }

    void giveBack(String key, long amount) {
        var active = budgets.get(key);
        var slice = active == null ? null : active.slice;
        if (slice != null) {
            slice.left.addAndGet(amount);
        }
    }

    private void tend() {
        var current = epoch.current();
        if (current == null) {
            return;
        }
        var nowMs = clock.millis();
        budgets.values().removeIf(active -> !active.busy && isDone(active, current, nowMs));
    }

    /** Takes, renews or drops the slice; true when the budget is forgotten. */
    private boolean isDone(Active active, String current, long nowMs) {
        var slice = active.slice;
        var over =
                nowMs - active.seenAtMs > IDLE_MS || nowMs > active.rule.windowEnd().toEpochMilli();
        if (slice == null) {
            if (!over) {
                acquire(active, current, wanted(active));
            }
            return over;
        }
        if (over || wanted(active) == 0 || (slice.touched && pending.size() == 0)) {
            drop(active, slice);
        } else if (!slice.touched) {
            renew(active, slice);
        }
        return false;
    }

    private static long wanted(Active active) {
        var share = active.rule.limit() / SHARE_DIVISOR;
        if (share < active.usualCall || active.remaining < share * USUAL_CALLS) {
            return 0;
        }
        return Math.min(share, active.usualCall * USUAL_CALLS);
    }

    private void acquire(Active active, String current, long amount) {
        if (amount == 0) {
            return;
        }
        var id = UUID.randomUUID();
        active.busy = true;
        take(active, id, amount, current, true)
                .onComplete(answer -> {
                    active.busy = false;
                    if (answer.succeeded()
                            && AdmitReply.read(answer.result()) instanceof AdmitReply.Admitted) {
                        active.slice = new Slice(id, amount, goodUntil());
                    } else {
                        pending.add(NodeCalls.release(active.tenant, id, List.of()), LEASE_MS);
                    }
                });
    }

    private Future<List<Object>> take(
            Active active, UUID id, long amount, String current, boolean checked) {
        var rule =
                new Rule.Spend(
                        active.rule.key(),
                        active.rule.owner(),
                        active.rule.budget(),
                        amount,
                        true,
                        active.rule.windowEnd());
        return store.run(
                NodeCalls.admit(
                        new NodeCalls.Admission(
                                id,
                                active.tenant,
                                0,
                                LEASE_MS,
                                current,
                                "",
                                node,
                                "",
                                checked,
                                List.of(rule))));
    }

    private long goodUntil() {
        return clock.millis() + LEASE_MS - LEASE_MARGIN_MS;
    }

    private void drop(Active active, Slice slice) {
        active.slice = null;
        pending.add(NodeCalls.release(active.tenant, slice.id, List.of()), LEASE_MS);
    }

    private void renew(Active active, Slice slice) {
        if (slice.goodUntilMs - clock.millis() > LEASE_MS / 2) {
            return;
        }
        var until = goodUntil();
        store.run(
                        NodeCalls.renew(
                                active.tenant,
                                LEASE_MS,
                                List.of(new NodeCalls.Carried(slice.id, 0, 0, 0))))
                .onSuccess(reply -> {
                    if (reply.size() > 1) {
                        active.slice = null;
                    } else {
                        slice.goodUntilMs = until;
                    }
                });
    }

    /** The store lost its content: the slices still stand, since this node may have spent them. */
    List<Future<List<Object>>> assertAgain(String epochNow) {
        var all = new ArrayList<Future<List<Object>>>();
        for (var active : budgets.values()) {
            var slice = active.slice;
            if (slice != null) {
                all.add(take(active, slice.id, slice.amount, epochNow, false));
            }
        }
        return all;
    }

    void close() {
        vertx.cancelTimer(timer);
        for (var active : budgets.values()) {
            var slice = active.slice;
            if (slice != null) {
                store.tell(NodeCalls.release(active.tenant, slice.id, List.of()), () -> {});
            }
        }
    }
}
