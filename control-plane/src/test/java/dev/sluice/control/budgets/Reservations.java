package dev.sluice.control.budgets;

import dev.sluice.model.access.KeyPath;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.HeldCall;
import dev.sluice.model.quota.QuotaScript;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.RequestFacts;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Reservations as a node makes them, by the scripts that nodes use. */
final class Reservations {
    private final SharedStore store;

    Reservations(SharedStore store) {
        this.store = store;
    }

    /** Holds an amount of money at a budget; what is charged if it is swept is the other amount. */
    void hold(
            UUID id,
            KeyPath path,
            String budgetKey,
            long holdNanos,
            long sweptNanos,
            String facts) {
        holdFor(1, id, path, budgetKey, holdNanos, sweptNanos, facts);
    }

    /** The same for so long, unless it is settled before. */
    void holdFor(
            long leaseMs,
            UUID id,
            KeyPath path,
            String budgetKey,
            long holdNanos,
            long sweptNanos,
            String facts) {
        var tenant = path.tenant();
        var keys =
                List.of(
                        RedisKeys.record(tenant, id),
                        RedisKeys.holds(tenant),
                        RedisKeys.revoked(tenant),
                        RedisKeys.epoch(tenant),
                        budgetKey);
        var args =
                List.of(
                        id.toString(),
                        "0",
                        Long.toString(leaseMs),
                        "",
                        "",
                        "node-1",
                        facts,
                        Long.toString(sweptNanos),
                        "30",
                        "0",
                        "m",
                        "1000000000000",
                        Long.toString(holdNanos),
                        "s",
                        "4102444800",
                        "-");
        store.list(new ScriptCall(QuotaScript.ADMIT, keys, args));
    }

    /** Settles what is held by what was used. */
    void settle(UUID id, String tenant, long nanos, long tokens) {
        var keys =
                List.of(
                        RedisKeys.record(tenant, id),
                        RedisKeys.holds(tenant),
                        RedisKeys.epoch(tenant));
        var args =
                List.of(
                        id.toString(),
                        Long.toString(ScriptCall.TOMBSTONE.toMillis()),
                        Long.toString(nanos),
                        Long.toString(tokens),
                        "",
                        "0");
        store.list(new ScriptCall(QuotaScript.SETTLE, keys, args));
    }

    static String facts(KeyPath path, Instant startedAt, String model) {
        return SluiceJson.mapper()
                .writeValueAsString(
                        new HeldCall(
                                HeldCall.VERSION,
                                "req_held",
                                "trace_" + path.tenant(),
                                "node-1",
                                path,
                                null,
                                null,
                                null,
                                Operation.CHAT,
                                Dialect.OPENAI_CHAT,
                                "chat",
                                model,
                                "u1",
                                "USD",
                                null,
                                null,
                                null,
                                1,
                                startedAt,
                                20,
                                new Money(500),
                                50,
                                "exact",
                                null,
                                new RequestFacts(true, 10L, 10L, false, false, 1, 10, 1, null)));
    }
}
