package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.rule.AdmitReply.InUse;
import dev.sluice.dataplane.quota.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Units of rates with {@code precision: fast} that this node took ahead of its calls, which then
 * need not ask the shared store. The store gives them while no more than half of the burst is in
 * use; they are good for half a second, so that in any span of t minutes no more than t × figure +
 * burst + half a second's worth of the figure passes, whatever the number of nodes. Of what is not
 * used only what cannot have drained from the bucket meanwhile is returned, with the next asking.
 */
final class PrepaidRates {
    static final long LIFE_MS = 500;

    private static final long LIFE_NANOS = LIFE_MS * 1_000_000;
    private static final long IDLE_NANOS = 600_000_000_000L;
    private static final double MINUTE_NANOS = 60e9;
    private static final int BURST_SHARE = 8;

    /** Slower ones would leave more unused than they save. */
    private static final int LEAST_CALLS = 4;

    private static final int MOST = 100_000;

    private final LongSupplier nanoTime;
    private final Map<String, Prepaid> rates = new ConcurrentHashMap<>();

    /** Keys by the time at which the store last said that they are not revoked. */
    private final Map<String, Long> asked = new ConcurrentHashMap<>();

    /** Of one rate. Guarded by itself. */
    private static final class Prepaid {
        final Rule.Rate rate;
        long left;
        long takenAt;
        long usedThen;
        long owed;
        long offered;
        boolean asking;
        long countedFrom;
        long counted;
        long countedBefore;

        Prepaid(Rule.Rate rate) {
            this.rate = rate;
        }
    }

    /** What a rate's bucket has to be moved by, since no call comes that could carry it. */
    record Debt(Rule.Rate rate, long by) {}

    PrepaidRates(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private static boolean areFast(List<Rule> rules) {
        for (var rule : rules) {
            if (!(rule instanceof Rule.Rate rate) || !rate.fast()) {
                return false;
            }
        }
        return !rules.isEmpty();
    }

    /**
     * Takes all that a call needs, or nothing.
     *
     * @param key whose revocation the store must have denied of late
     * @return what of each rate is in use; null where the store has to be asked
     */
    @Nullable List<InUse> take(String key, List<Rule> rules) {
        if (!areFast(rules)) {
            return null;
        }
        var now = nanoTime.getAsLong();
        var seen = asked.get(key);
        if (seen == null || now - seen > LIFE_NANOS) {
            return null;
        }
        var inUse = new ArrayList<InUse>(rules.size());
        for (var i = 0; i < rules.size(); i++) {
            var rate = (Rule.Rate) rules.get(i);
            var used = take(rate, now);
            if (used == null) {
                for (var undone : rules.subList(0, i)) {
                    putBack((Rule.Rate) undone);
                }
                return null;
            }
            inUse.add(used);
        }
        return inUse;
    }

    private @Nullable InUse take(Rule.Rate rate, long now) {
        var prepaid = rates.get(rate.key());
        if (prepaid == null) {
            return null;
        }
        synchronized (prepaid) {
            if (now - prepaid.takenAt > LIFE_NANOS || prepaid.left < rate.amount()) {
                return null;
            }
            prepaid.left -= rate.amount();
            count(prepaid, rate.amount(), now);
            var drained = drained(rate, now - prepaid.takenAt);
            return new InUse(Math.max(0, prepaid.usedThen - drained - prepaid.left), 0);
        }
    }

    private void putBack(Rule.Rate rate) {
        var prepaid = rates.get(rate.key());
        if (prepaid != null) {
            synchronized (prepaid) {
                prepaid.left += rate.amount();
            }
        }
    }

    private static long drained(Rule.Rate rate, long nanos) {
        return (long) Math.ceil(nanos * (rate.perMinute() / MINUTE_NANOS));
    }

    private static void count(Prepaid prepaid, long units, long now) {
        var elapsed = now - prepaid.countedFrom;
        if (elapsed > LIFE_NANOS) {
            prepaid.countedBefore = elapsed > 2 * LIFE_NANOS ? 0 : prepaid.counted;
            prepaid.counted = 0;
            prepaid.countedFrom = now;
        }
        prepaid.counted += units;
    }

    /**
     * The rules as the store is asked for them: with what is returned of each rate, and what is
     * wanted ahead. A call that has other rules too asks the store in any case.
     */
    List<Rule> asking(List<Rule> rules) {
        if (!areFast(rules)) {
            return rules;
        }
        var now = nanoTime.getAsLong();
        var asking = new ArrayList<Rule>(rules.size());
        for (var rule : rules) {
            asking.add(asking((Rule.Rate) rule, now));
        }
        return asking;
    }

    private Rule asking(Rule.Rate rate, long now) {
        if (rates.size() >= MOST) {
            rates.clear();
        }
        var prepaid = rates.computeIfAbsent(rate.key(), _ -> new Prepaid(rate));
        synchronized (prepaid) {
            count(prepaid, rate.amount(), now);
            var age = now - prepaid.takenAt;
            var usable = age <= LIFE_NANOS && prepaid.left >= rate.amount();
            if (usable || prepaid.asking) {
                return rate;
            }
            var back = Math.max(0, prepaid.left - drained(rate, age)) - prepaid.owed;
            prepaid.left = 0;
            prepaid.offered = prepaid.owed;
            prepaid.owed = 0;
            var habit = Math.max(prepaid.counted, prepaid.countedBefore);
            var wanted = habit < LEAST_CALLS * rate.amount() ? 0 : habit;
            var asking = rate.settlingAhead(back, Math.min(wanted, rate.burst() / BURST_SHARE));
            prepaid.asking = hasAsked(asking);
            return asking;
        }
    }

    /**
     * The store admitted the call.
     *
     * @param rules as it was asked for them
     * @param askedAt before it was asked
     */
    void answered(String key, List<Rule> rules, List<InUse> inUse, long askedAt) {
        if (!areFast(rules)) {
            return;
        }
        if (asked.size() >= MOST) {
            asked.clear();
        }
        asked.put(key, askedAt);
        for (var i = 0; i < rules.size(); i++) {
            var rate = (Rule.Rate) rules.get(i);
            var prepaid = rates.get(rate.key());
            if (prepaid != null && hasAsked(rate)) {
                synchronized (prepaid) {
                    prepaid.asking = false;
                    prepaid.left = inUse.get(i).held();
                    prepaid.usedThen = inUse.get(i).units();
                    prepaid.takenAt = askedAt;
                }
            }
        }
    }

    /**
     * The store did not admit the call, or nobody knows. What had been taken ahead is forgone then.
     *
     * @param refused the store said so: it has changed nothing
     */
    void unanswered(List<Rule> rules, boolean refused) {
        if (!areFast(rules)) {
            return;
        }
        for (var rule : rules) {
            var rate = (Rule.Rate) rule;
            var prepaid = rates.get(rate.key());
            if (prepaid != null && hasAsked(rate)) {
                synchronized (prepaid) {
                    prepaid.asking = false;
                    prepaid.owed += refused ? prepaid.offered : Math.max(0, prepaid.offered);
                }
            }
        }
    }

    private static boolean hasAsked(Rule.Rate rate) {
        return rate.back() != 0 || rate.ahead() != 0;
    }

    /** A call that was paid for ahead has ended: its estimate becomes what it used. */
    void settled(List<Rule> rules, long rateTokens) {
        for (var rule : rules) {
            if (rule instanceof Rule.Rate rate && rate.tokens()) {
                var prepaid = rates.get(rate.key());
                if (prepaid != null) {
                    synchronized (prepaid) {
                        prepaid.owed += rateTokens - rate.amount();
                    }
                }
            }
        }
    }

    /** Of rates that no call has asked for of late; those without a debt are forgotten. */
    List<Debt> debts() {
        var now = nanoTime.getAsLong();
        var debts = new ArrayList<Debt>();
        rates.values()
                .removeIf(prepaid -> {
                    synchronized (prepaid) {
                        if (prepaid.asking || now - prepaid.countedFrom <= 2 * LIFE_NANOS) {
                            return false;
                        }
                        if (prepaid.owed != 0) {
                            debts.add(new Debt(prepaid.rate, prepaid.owed));
                            prepaid.owed = 0;
                        }
                        return now - prepaid.countedFrom > IDLE_NANOS;
                    }
                });
        return debts;
    }

    long now() {
        return nanoTime.getAsLong();
    }
}
