package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.rule.AdmitReply.Refused;
import dev.sluice.dataplane.quota.rule.Rule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rates and budgets of which the store just said that they are full, so that what is refused anyway
 * does not ask it again. Remembered until the moment that was named, at most for a quarter of a
 * second: so long another node's calls may have given something back unnoticed. What this node
 * gives back, a higher limit, another window (it is in the key) and another life of the store's
 * content count at once, and so does a call that is smaller than the one that was refused. Places
 * and holds come free at any moment and are not remembered.
 */
final class FullRules {
    static final long MOST_MS = 250;

    private static final long MS = 1_000_000;
    private static final int MOST = 10_000;

    private final LongSupplier nanoTime;
    private final Map<String, Full> full = new ConcurrentHashMap<>();

    private record Full(String epoch, Rule rule, Refused refused, long toldAt) {
        /** Whether it says that another call is refused, too. */
        boolean refuses(Rule other) {
            return switch (rule) {
                case Rule.Rate was ->
                        other instanceof Rule.Rate rate
                                && rate.perMinute() == was.perMinute()
                                && rate.burst() == was.burst()
                                && rate.amount() >= was.amount();
                case Rule.Spend was ->
                        other instanceof Rule.Spend spend
                                && spend.strict()
                                && spend.limit() <= was.limit()
                                && spend.amount() >= was.amount();
                case Rule.Concurrency _ -> false;
            };
        }

        long lifeNanos() {
            // The wait that was told is rounded up.
            return rule instanceof Rule.Rate
                    ? Math.min(MOST_MS, refused.waitMs() - 1) * MS
                    : MOST_MS * MS;
        }
    }

    FullRules(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The store refused a call. */
    void told(String epoch, List<Rule> rules, Refused refused) {
        var rule = rules.get(refused.rule());
        var lasts =
                switch (rule) {
                    case Rule.Rate _ -> refused.waitMs() > 1;
                    case Rule.Spend _ -> refused.why().equals("spent");
                    case Rule.Concurrency _ -> false;
                };
        if (lasts) {
            if (full.size() >= MOST) {
                full.clear();
            }
            full.put(rule.key(), new Full(epoch, rule, refused, nanoTime.getAsLong()));
        }
    }

    /** The refusal that the store would give; null where it has to be asked. */
    @Nullable Refused refusing(String epoch, List<Rule> rules) {
        if (full.isEmpty()) {
            return null;
        }
        for (var i = 0; i < rules.size(); i++) {
            var rule = rules.get(i);
            var known = full.get(rule.key());
            if (known == null) {
                continue;
            }
            var age = nanoTime.getAsLong() - known.toldAt();
            if (age >= known.lifeNanos() || !known.epoch().equals(epoch)) {
                full.remove(rule.key(), known);
            } else if (known.refuses(rule)) {
                return again(known.refused(), i, age / MS);
            }
        }
        return null;
    }

    private static Refused again(Refused refused, int rule, long ageMs) {
        return new Refused(
                refused.nowMs() + ageMs,
                rule,
                refused.why(),
                Math.max(0, refused.waitMs() - ageMs),
                refused.spent(),
                refused.held(),
                refused.sliced());
    }

    /** A call of this node has ended, which may have given some of its tokens back. */
    void ended(List<Rule> rules) {
        if (full.isEmpty()) {
            return;
        }
        for (var rule : rules) {
            if (!(rule instanceof Rule.Rate rate) || rate.tokens()) {
                full.remove(rule.key());
            }
        }
    }
}
