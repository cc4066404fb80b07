package dev.sluice.model.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One run of a script: what to pass to EVALSHA. The factories here are those of the control plane;
 * a node builds its own.
 */
public record ScriptCall(QuotaScript script, List<String> keys, List<String> args) {
    /** How long the store remembers that a reservation is closed. */
    public static final Duration TOMBSTONE = Duration.ofMinutes(15);

    /**
     * Closes what has run out of its lease and lists what is swept and not forgotten; read the
     * reply with {@link SweptReservation#listOf}.
     */
    public static ScriptCall sweep(String tenant, int most, Duration grace) {
        return new ScriptCall(
                QuotaScript.SWEEP,
                List.of(RedisKeys.holds(tenant), RedisKeys.swept(tenant)),
                List.of(
                        RedisKeys.recordPrefix(tenant),
                        Integer.toString(most),
                        Long.toString(grace.toMillis())));
    }

    /** To be called once the events of these reservations are booked. */
    public static ScriptCall forget(String tenant, List<UUID> ids) {
        return forget(tenant, RedisKeys.swept(tenant), ids);
    }

    /** To be called once the ledger has these settled calls: their receipts are not needed. */
    public static ScriptCall forgetReceipts(String tenant, List<UUID> ids) {
        return forget(tenant, RedisKeys.settled(tenant), ids);
    }

    private static ScriptCall forget(String tenant, String list, List<UUID> ids) {
        var keys = new ArrayList<String>(List.of(list));
        var args = new ArrayList<String>(List.of(Long.toString(TOMBSTONE.toMillis())));
        for (var id : ids) {
            keys.add(RedisKeys.record(tenant, id));
            args.add(id.toString());
        }
        return new ScriptCall(QuotaScript.FORGET, keys, args);
    }

    /** What the ledger says of a budget's window. */
    public record BookedWindow(String budgetKey, long spent, long expiresAtSeconds) {}

    /**
     * Lifts counters to what the ledger says. Batches of a few hundred windows and ids; only the
     * last one names the epoch, which opens the tenant for exact admission again.
     *
     * @param recentlyBooked ids of events that the ledger booked in the last {@link #TOMBSTONE}
     */
    public static ScriptCall rebuild(
            String tenant,
            @Nullable String epoch,
            List<BookedWindow> windows,
            List<UUID> recentlyBooked) {
        var keys = new ArrayList<String>(List.of(RedisKeys.epoch(tenant), RedisKeys.holds(tenant)));
        var args =
                new ArrayList<String>(
                        List.of(
                                epoch == null ? "" : epoch,
                                Long.toString(TOMBSTONE.toMillis()),
                                RedisKeys.recordPrefix(tenant)));
        for (var window : windows) {
            keys.add(window.budgetKey());
            args.add(Long.toString(window.spent()));
            args.add(Long.toString(window.expiresAtSeconds()));
        }
        recentlyBooked.forEach(id -> args.add(id.toString()));
        return new ScriptCall(QuotaScript.REBUILD, keys, args);
    }
}
