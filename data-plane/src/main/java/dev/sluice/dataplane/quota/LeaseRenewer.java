package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.NodeCalls.Carried;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.store.RedisQuotaStore;
import dev.sluice.model.quota.RedisKeys;
import io.lettuce.core.Range;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps open reservations from being swept, says how far they have come, and counts the nodes. */
final class LeaseRenewer {
    private static final Logger log = LoggerFactory.getLogger(LeaseRenewer.class);
    private static final int MOST_PER_CALL = 250;
    private static final int MISSED_HEARTBEATS = 5;

    private final Vertx vertx;
    private final RedisQuotaStore store;
    private final OpenHolds holds;
    private final QuotaSettings settings;
    private final InstantSource clock;
    private final long renewTimer;
    private final long beatTimer;
    private volatile int nodes = 1;

    LeaseRenewer(
            Vertx vertx,
            RedisQuotaStore store,
            OpenHolds holds,
            QuotaSettings settings,
            InstantSource clock) {
        this.vertx = vertx;
        this.store = store;
        this.holds = holds;
        this.settings = settings;
        this.clock = clock;
        this.renewTimer = vertx.setPeriodic(settings.renewal().toMillis(), _ -> renew());
        this.beatTimer = vertx.setPeriodic(0, settings.heartbeat().toMillis(), _ -> beat());
    }

    /** Nodes that were up when the store was last in reach; at least one. */
    int nodes() {
        return nodes;
    }

    private void renew() {
        if (!store.isUp()) {
            return;
        }
        var byTenant = new HashMap<String, List<Carried>>();
        for (var hold : holds.open()) {
            if (!hold.isLocal()) {
                byTenant.computeIfAbsent(hold.tenant(), _ -> new ArrayList<>()).add(hold.carried());
            }
            keepAttempts(hold);
        }
        var leaseMs = settings.lease().toMillis();
        byTenant.forEach((tenant, all) -> {
            for (var from = 0; from < all.size(); from += MOST_PER_CALL) {
                var batch = all.subList(from, Math.min(all.size(), from + MOST_PER_CALL));
                store.run(NodeCalls.renew(tenant, leaseMs, batch))
                        .onSuccess(reply -> warnOfLost(tenant, reply));
            }
        });
    }

    /** Those that were settled meanwhile, on another connection, are not lost. */
    private void warnOfLost(String tenant, List<Object> reply) {
        var lost =
                reply.stream()
                        .skip(1)
                        .filter(id -> holds.isOpen(UUID.fromString(String.valueOf(id))))
                        .count();
        if (lost > 0) {
            log.warn("{} reservations of {} were no longer held", lost, tenant);
        }
    }

    private void keepAttempts(CallHold hold) {
        var leaseMs = settings.lease().toMillis();
        hold.attempts()
                .forEach((attempt, rules) -> {
                    if (rules.stream().anyMatch(Rule.Concurrency.class::isInstance)) {
                        store.tell(NodeCalls.keep(attempt, leaseMs, rules), () -> {});
                    }
                });
    }

    private void beat() {
        if (!store.isUp()) {
            return;
        }
        var nowMs = clock.millis();
        var goneAt = nowMs + MISSED_HEARTBEATS * settings.heartbeat().toMillis();
        store.send(
                        commands -> {
                            var _ =
                                    commands.zadd(
                                            RedisKeys.NODES, (double) goneAt, settings.node());
                            return commands.zcount(
                                    RedisKeys.NODES,
                                    Range.from(
                                            Range.Boundary.including(nowMs),
                                            Range.Boundary.unbounded()));
                        })
                .onSuccess(count -> nodes = Math.max(1, count.intValue()));
    }

    void close() {
        vertx.cancelTimer(renewTimer);
        vertx.cancelTimer(beatTimer);
    }
}
