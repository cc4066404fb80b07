package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.quota.NodeCalls.Admission;
import dev.sluice.dataplane.quota.NodeCalls.Carried;
import dev.sluice.dataplane.quota.rule.AdmitReply;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetWindow;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import io.lettuce.core.RestoreArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store that may lose what it has, a node that may die, and a ledger that loses nothing but is
 * late: what the three do is written here in the plainest way, and the real scripts run beside it.
 */
final class LossyWorld {
    private static final String TENANT = "t";
    private static final Instant END = Instant.parse("2100-01-01T00:00:00Z");
    private static final long LEASE_MS = 3_600_000;
    private static final TestStore STORE = TestStore.shared();

    private enum State {
        OPEN,
        SETTLED,
        RELEASED,
        SWEPT
    }

    /** A call as it truly is, whatever the store remembers of it. */
    private static final class Call {
        final UUID id;
        final int window;
        long held;
        long carried;
        long used;
        State state = State.OPEN;
        boolean orphan;
        boolean begun;
        long late;
        long saidTwice;

        /** What the ledger has of it; null: nothing yet. */
        @Nullable Long booked;

        Call(UUID id, int window, long held) {
            this.id = id;
            this.window = window;
            this.held = held;
        }
    }

    private final long limit;
    private final Map<UUID, Call> calls = new TreeMap<>();
    private int window;
    private int epochs = 1;
    private int ids;
    private boolean lossless = true;
    private long late;
    private Map<String, byte[]> replica = Map.of();

    LossyWorld(long limit) {
        this.limit = limit;
        STORE.begin(TENANT);
        replicate();
    }

    void step(int number) {
        var amount = number / 20 % 60;
        switch (number % 20) {
            case 0, 1, 2, 3, 4 -> admit(amount);
            case 5 -> raise(amount % 20);
            case 6, 7 -> renew(amount);
            case 8, 9, 10 -> settle(amount);
            case 11 -> release();
            case 12 -> sweep();
            case 13 -> settleLate(amount);
            case 14 -> settleOnceMore();
            case 15 -> bookAll();
            case 16 -> window++;
            case 17 -> of(State.OPEN).forEach(call -> call.orphan = true);
            case 18 -> replicate();
            default -> lose(amount % 2 == 0);
        }
        check();
    }

    private String epoch() {
        return "e" + epochs;
    }

    private Rule.Spend rule(int ofWindow, long amount) {
        var budget =
                new Budget(
                        new Money(limit),
                        null,
                        BudgetWindow.MONTH,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null);
        return new Rule.Spend(key(ofWindow), "app a", budget, amount, true, END);
    }

    private static String key(int ofWindow) {
        return RedisKeys.budget(TENANT, "a", "money:month", Instant.ofEpochSecond(ofWindow));
    }

    private List<Call> of(State state) {
        return calls.values().stream().filter(call -> call.state == state).toList();
    }

    private @Nullable Call first(Predicate<Call> wanted) {
        return calls.values().stream()
                .filter(call -> !call.orphan && wanted.test(call))
                .findFirst()
                .orElse(null);
    }

    private AdmitReply admission(Call call, boolean checked) {
        return AdmitReply.read(
                STORE.run(
                        NodeCalls.admit(
                                new Admission(
                                        call.id,
                                        TENANT,
                                        0,
                                        LEASE_MS,
                                        epoch(),
                                        "",
                                        "n1",
                                        "{}",
                                        checked,
                                        List.of(rule(call.window, call.held))))));
    }

    private void admit(long amount) {
        var call = new Call(new UUID(7, ++ids), window, amount);
        var admitted = admission(call, true) instanceof AdmitReply.Admitted;
        if (lossless) {
            assertThat(admitted)
                    .isEqualTo(
                            total(window, it -> it.used) + total(window, it -> it.held) + amount
                                    <= limit);
        }
        if (admitted) {
            calls.put(call.id, call);
        }
    }

    private void raise(long more) {
        var call = first(it -> it.state == State.OPEN);
        if (call != null) {
            var hold = Holds.of(call.id, TENANT, List.of(rule(call.window, call.held)));
            if (STORE.run(NodeCalls.raise(hold, 0, more)).getFirst().equals("ok")) {
                call.held += more;
            }
        }
    }

    private void renew(long amount) {
        var call = first(it -> it.state == State.OPEN);
        if (call != null) {
            call.begun = true;
            call.carried = Math.max(call.carried, Math.min(call.held, amount));
            STORE.run(
                    NodeCalls.renew(
                            TENANT, LEASE_MS, List.of(new Carried(call.id, call.carried, 0, 0))));
        }
    }

    private void tellSettled(Call call) {
        var settled =
                new OpenHolds.Settled(
                        call.id,
                        TENANT,
                        epoch(),
                        List.of(rule(call.window, call.held)),
                        call.used,
                        0,
                        0,
                        0);
        STORE.run(NodeCalls.settle(settled, epoch()));
    }

    private void settle(long amount) {
        var call = first(it -> it.state == State.OPEN);
        if (call != null) {
            call.used = Math.max(call.carried, Math.min(call.held, amount));
            call.state = State.SETTLED;
            tellSettled(call);
            call.held = 0;
        }
    }

    /** As after an admission that timed out: nothing was used. */
    private void release() {
        var call = first(it -> it.state == State.OPEN && !it.begun);
        if (call != null) {
            STORE.run(NodeCalls.release(TENANT, call.id, List.of(rule(call.window, call.held))));
            call.state = State.RELEASED;
            call.held = 0;
        }
    }

    private void sweep() {
        var holds = RedisKeys.holds(TENANT);
        for (var id : STORE.commands().zrange(holds, 0, -1)) {
            STORE.commands().zadd(holds, 1, id);
        }
        var run = STORE.run(ScriptCall.sweep(TENANT, 1_000, Duration.ZERO));
        for (var row : run.subList(1, run.size())) {
            var fields = (List<?>) row;
            var id = UUID.fromString(String.valueOf(fields.get(0)));
            var call = calls.get(id);
            if (call.state == State.OPEN) {
                call.state = State.SWEPT;
                call.held = 0;
                call.used = Long.parseLong(String.valueOf(fields.get(3)));
                call.booked = call.used;
            } else if (call.booked == null) {
                // A release that was lost with the store: nothing was used.
                assertThat(call.state).isEqualTo(State.RELEASED);
                call.booked = call.used;
            }
            STORE.run(ScriptCall.forget(TENANT, List.of(id)));
        }
    }

    private void settleLate(long amount) {
        var call = first(it -> it.state == State.SWEPT);
        if (call != null) {
            var more = amount % 30;
            late += more;
            call.late = more;
            call.used += more;
            call.booked = call.used;
            call.state = State.SETTLED;
            tellSettled(call);
        }
    }

    private void settleOnceMore() {
        var call = first(it -> it.state == State.SETTLED);
        if (call != null) {
            tellSettled(call);
        }
    }

    private void bookAll() {
        of(State.SETTLED).forEach(call -> call.booked = call.used);
    }

    private void replicate() {
        var copy = new HashMap<String, byte[]>();
        STORE.commands().keys("*").forEach(key -> copy.put(key, STORE.commands().dump(key)));
        replica = copy;
    }

    /** All of it, or what the replica lacks; then the rebuild, and what the node knows. */
    private void lose(boolean all) {
        lossless = false;
        STORE.commands().flushdb();
        if (!all) {
            replica.forEach((key, value) ->
                    STORE.commands().restore(key, value, RestoreArgs.Builder.ttl(0)));
        }
        epochs++;
        for (var call : of(State.SETTLED)) {
            var record = RedisKeys.record(TENANT, call.id);
            if ("swept".equals(STORE.commands().hget(record, "state"))) {
                call.saidTwice += call.late;
            }
        }
        STORE.run(
                ScriptCall.rebuild(
                        TENANT,
                        epoch(),
                        ledgerSums(),
                        calls.values().stream()
                                .filter(call -> call.booked != null)
                                .map(call -> call.id)
                                .toList()));
        STORE.commands().set(RedisKeys.EPOCH, epoch());
        for (var call : calls.values()) {
            if (call.orphan) {
                // Where the store lost it, too, nobody will ever know of it.
                if (call.state == State.OPEN
                        && STORE.commands().exists(RedisKeys.record(TENANT, call.id)) == 0) {
                    call.state = State.RELEASED;
                    call.held = 0;
                }
            } else if (call.state == State.OPEN) {
                call.carried = 0;
                admission(call, false);
            } else if (call.state == State.SETTLED) {
                tellSettled(call);
            }
        }
        replicate();
    }

    private List<ScriptCall.BookedWindow> ledgerSums() {
        var sums = new ArrayList<ScriptCall.BookedWindow>();
        for (int each = 0; each <= window; each++) {
            var sum = total(each, call -> call.booked == null ? 0 : call.booked);
            sums.add(new ScriptCall.BookedWindow(key(each), sum, END.getEpochSecond()));
        }
        return sums;
    }

    private long total(int ofWindow, ToLongFunction<Call> of) {
        return calls.values().stream().filter(call -> call.window == ofWindow).mapToLong(of).sum();
    }

    private void check() {
        for (int each = 0; each <= window; each++) {
            var spent = STORE.amount(key(each), "spent");
            var held = STORE.amount(key(each), "held");
            assertThat(held).isNotNegative();
            assertThat(spent).isLessThanOrEqualTo(total(each, call -> call.used + call.saidTwice));
            if (lossless) {
                assertThat(spent).isEqualTo(total(each, call -> call.used));
                assertThat(held).isEqualTo(total(each, call -> call.held));
                assertThat(spent + held).isLessThanOrEqualTo(limit + late);
            }
        }
    }

    /** Everything ends, is booked, and counters are lifted once more: liftAgain of the rebuild. */
    void comeToRest() {
        sweep();
        bookAll();
        STORE.run(ScriptCall.rebuild(TENANT, null, ledgerSums(), List.of()));
    }

    /**
     * What swept calls reported afterwards, where a fail-over lost such a report that the ledger
     * had: the node said it again.
     */
    long saidTwice(int ofWindow) {
        return total(ofWindow, call -> call.saidTwice);
    }

    long held() {
        var sum = 0L;
        for (int each = 0; each <= window; each++) {
            sum += STORE.amount(key(each), "held");
        }
        return sum;
    }

    Map<Integer, Long> spentByWindow() {
        var spent = new TreeMap<Integer, Long>();
        for (int each = 0; each <= window; each++) {
            spent.put(each, STORE.amount(key(each), "spent"));
        }
        return spent;
    }

    Map<Integer, Long> trulyUsedByWindow() {
        var used = new TreeMap<Integer, Long>();
        for (int each = 0; each <= window; each++) {
            used.put(each, total(each, call -> call.used));
        }
        return used;
    }
}
