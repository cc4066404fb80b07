package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.quota.rule.Refusals;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.dataplane.quota.rule.TightBudget;
import dev.sluice.model.quota.OnStoreAway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Admission while the shared store is away: rates and calls at once by this node's share of the
 * figure, strict budgets only from slices that were deducted while the store was there. What is
 * spent stays bounded by what the nodes together were given.
 */
final class LocalQuota {
    private static final int MOST_BUCKETS = 100_000;

    private final Slices slices;
    private final IntSupplier nodes;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> busy = new ConcurrentHashMap<>();

    private static final class Bucket {
        double used;
        long atNanos;
    }

    LocalQuota(Slices slices, IntSupplier nodes) {
        this.slices = slices;
        this.nodes = nodes;
    }

    /** Whether this node has a part of every strict budget that the call needs. */
    boolean mayAdmit(List<Rule> rules) {
        return firstShort(rules) == null;
    }

    /** The plan with a cap that its slices carry, where the first that is too small clamps. */
    Optional<RoutePlan> clamped(List<Rule> rules, Refusals.Asked asked) {
        var spend = firstShort(rules);
        return spend == null
                ? Optional.empty()
                : TightBudget.clampedToSlice(spend, slices.left(spend.key()), asked);
    }

    private Rule.@Nullable Spend firstShort(List<Rule> rules) {
        for (var rule : rules) {
            if (rule instanceof Rule.Spend spend
                    && spend.strict()
                    && spend.budget().onStoreAwayOrDefault() == OnStoreAway.SHARE
                    && slices.left(spend.key()) < spend.amount()) {
                return spend;
            }
        }
        return null;
    }

    /** Takes every rule or none; fails with the refusal. */
    void admit(List<Rule> rules) throws GatewayFailure {
        var undo = new ArrayList<Runnable>(rules.size());
        try {
            for (var rule : rules) {
                switch (rule) {
                    case Rule.Rate rate -> takeRate(rate, undo);
                    case Rule.Concurrency concurrency -> takePlace(concurrency, undo);
                    case Rule.Spend spend -> takeSpend(spend, undo);
                }
            }
        } catch (GatewayFailure refused) {
            undo.reversed().forEach(Runnable::run);
            throw refused;
        }
    }

    private void takeRate(Rule.Rate rate, List<Runnable> undo) {
        var share = (double) rate.perMinute() / nodes.getAsInt();
        var burst = Math.max(1, (double) rate.burst() / nodes.getAsInt());
        var waitMs = take(bucket(rate.key()), share, burst, rate.amount());
        if (waitMs > 0) {
            throw Refusals.rate(rate, waitMs);
        }
        undo.add(() -> adjust(rate, -rate.amount()));
    }

    private Bucket bucket(String key) {
        if (buckets.size() > MOST_BUCKETS) {
            buckets.clear();
        }
        return buckets.computeIfAbsent(key, _ -> new Bucket());
    }

    private static long take(Bucket bucket, double perMinute, double burst, long amount) {
        synchronized (bucket) {
            drain(bucket, perMinute);
            var room = burst - Math.min((double) amount, burst);
            if (bucket.used > room) {
                return Math.max(1, (long) ((bucket.used - room) * 60_000 / perMinute));
            }
            bucket.used += amount;
            return 0;
        }
    }

    private static void drain(Bucket bucket, double perMinute) {
        var now = System.nanoTime();
        var drained = (now - bucket.atNanos) * perMinute / 60e9;
        bucket.used = bucket.atNanos == 0 ? 0 : Math.max(0, bucket.used - drained);
        bucket.atNanos = now;
    }

    private void adjust(Rule.Rate rate, long by) {
        var bucket = bucket(rate.key());
        synchronized (bucket) {
            drain(bucket, (double) rate.perMinute() / nodes.getAsInt());
            bucket.used = Math.max(0, bucket.used + by);
        }
    }

    private void takePlace(Rule.Concurrency rule, List<Runnable> undo) {
        var share = Math.max(1, rule.limit() / nodes.getAsInt());
        var count = busy.computeIfAbsent(rule.key(), _ -> new AtomicLong());
        if (count.incrementAndGet() > share) {
            count.decrementAndGet();
            throw Refusals.concurrency(rule);
        }
        undo.add(count::decrementAndGet);
    }

    private void takeSpend(Rule.Spend spend, List<Runnable> undo) {
        var policy = spend.budget().onStoreAwayOrDefault();
        if (policy == OnStoreAway.DENY) {
            throw Refusals.away(spend, true);
        }
        if (policy == OnStoreAway.ALLOW || !spend.strict()) {
            return;
        }
        if (!slices.take(spend.key(), spend.amount())) {
            throw Refusals.away(spend, false);
        }
        undo.add(() -> slices.giveBack(spend.key(), spend.amount()));
    }

    /** Ends a call that was admitted here: the estimate becomes what it used. */
    void settle(List<Rule> rules, long moneyNanos, long tokens, long rateTokens) {
        for (var rule : rules) {
            switch (rule) {
                case Rule.Rate rate -> {
                    if (rate.tokens()) {
                        adjust(rate, rateTokens - rate.amount());
                    }
                }
                case Rule.Concurrency concurrency -> {
                    var count = busy.get(concurrency.key());
                    if (count != null) {
                        count.decrementAndGet();
                    }
                }
                case Rule.Spend spend -> {
                    var used = spend.budget().countsMoney() ? moneyNanos : tokens;
                    if (spend.strict()
                            && spend.budget().onStoreAwayOrDefault() == OnStoreAway.SHARE) {
                        slices.giveBack(spend.key(), spend.amount() - used);
                    }
                }
            }
        }
    }
}
