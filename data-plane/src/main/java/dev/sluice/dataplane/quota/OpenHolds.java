package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.rule.Rule;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The reservations this node answers for: those that are open, and those it settled in the last
 * minute, which it must be able to assert again where the store lost them.
 */
final class OpenHolds {
    private static final long REMEMBERED_NANOS = 60_000_000_000L;
    private static final int MOST_REMEMBERED = 30_000;

    private final Map<UUID, CallHold> open = new ConcurrentHashMap<>();
    private final ArrayDeque<Settled> settled = new ArrayDeque<>();

    /**
     * A settlement as the store was told it; small, since many are kept.
     *
     * @param epoch life of the store's content in which the call was admitted; empty: not there
     */
    record Settled(
            UUID id,
            String tenant,
            String epoch,
            List<Rule> rules,
            long moneyNanos,
            long tokens,
            long rateTokens,
            long atNanos) {}

    void add(CallHold hold) {
        open.put(hold.id(), hold);
    }

    boolean isOpen(UUID id) {
        return open.containsKey(id);
    }

    Collection<CallHold> open() {
        return open.values();
    }

    /** The hold is left to the sweeper. */
    void forget(CallHold hold) {
        open.remove(hold.id());
    }

    Settled settled(CallHold hold, long moneyNanos, long tokens, long rateTokens) {
        open.remove(hold.id());
        var made =
                new Settled(
                        hold.id(),
                        hold.tenant(),
                        hold.epoch(),
                        hold.rules(),
                        moneyNanos,
                        tokens,
                        rateTokens,
                        System.nanoTime());
        synchronized (settled) {
            settled.addLast(made);
            while (settled.size() > MOST_REMEMBERED
                    || made.atNanos() - settled.getFirst().atNanos() > REMEMBERED_NANOS) {
                settled.removeFirst();
            }
        }
        return made;
    }

    List<Settled> recentlySettled() {
        synchronized (settled) {
            return List.copyOf(settled);
        }
    }
}
