package dev.sluice.dataplane.quota;

import dev.sluice.dataplane.quota.OpenHolds.Settled;
import dev.sluice.dataplane.quota.rule.Rule;
import dev.sluice.model.quota.QuotaScript;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The scripts a node runs, with their keys and arguments in place. */
final class NodeCalls {
    private static final String TOMBSTONE_MS = Long.toString(ScriptCall.TOMBSTONE.toMillis());

    private static final UUID NOBODY = new UUID(0, 0);

    private NodeCalls() {}

    /**
     * Admission of a call.
     *
     * @param deadlineMs in the store's clock; 0: none
     * @param facts what a sweeper would book it by; empty for a slice
     * @param checked false: a hold that stood before the store lost it, asserted again
     */
    record Admission(
            UUID id,
            String tenant,
            long deadlineMs,
            long leaseMs,
            String epoch,
            String keyIds,
            String node,
            String facts,
            boolean checked,
            List<Rule> rules) {}

    static ScriptCall admit(Admission admission) {
        var rules = admission.rules();
        var keys = new ArrayList<String>(4 + rules.size());
        keys.add(RedisKeys.record(admission.tenant(), admission.id()));
        keys.add(RedisKeys.holds(admission.tenant()));
        keys.add(RedisKeys.revoked(admission.tenant()));
        keys.add(RedisKeys.epoch(admission.tenant()));
        var args = new ArrayList<String>(10 + 6 * rules.size());
        args.add(admission.id().toString());
        args.add(Long.toString(admission.deadlineMs()));
        args.add(Long.toString(admission.leaseMs()));
        args.add(admission.epoch());
        args.add(admission.keyIds());
        args.add(admission.node());
        args.add(admission.facts());
        args.add("0");
        args.add("0");
        args.add(admission.checked() ? "1" : "0");
        for (var rule : rules) {
            switch (rule) {
                case Rule.Rate rate -> {
                    var asksAhead = rate.back() != 0 || rate.ahead() != 0;
                    keys.add(rate.bucketsKey());
                    add(
                            args,
                            asksAhead ? kind(rate).toUpperCase(Locale.ROOT) : kind(rate),
                            Long.toString(rate.perMinute()),
                            Long.toString(rate.burst()),
                            Long.toString(rate.amount()));
                    if (asksAhead) {
                        add(args, Long.toString(rate.back()), Long.toString(rate.ahead()));
                    }
                }
                case Rule.Concurrency concurrency -> {
                    keys.add(concurrency.key());
                    add(args, "c", Long.toString(concurrency.limit()));
                }
                case Rule.Spend spend -> {
                    keys.add(spend.key());
                    add(
                            args,
                            spend.kind(),
                            Long.toString(spend.limit()),
                            Long.toString(spend.amount()),
                            spend.strict() ? "s" : "w",
                            expiresAt(spend));
                }
            }
        }
        return new ScriptCall(QuotaScript.ADMIT, keys, args);
    }

    /** The bucket's name in its hash. */
    private static String kind(Rule.Rate rate) {
        return rate.tokens() ? "u" : "q";
    }

    private static void add(List<String> args, String... values) {
        args.addAll(List.of(values));
    }

    private static String expiresAt(Rule.Spend spend) {
        return Long.toString(RedisKeys.budgetExpiresAtSeconds(spend.windowEnd()));
    }

    /**
     * Charges what was used.
     *
     * @param epoch in which it is booked where the store knows no reservation; empty: never
     */
    static ScriptCall settle(Settled settled, String epoch) {
        var keys = new ArrayList<String>();
        keys.add(RedisKeys.record(settled.tenant(), settled.id()));
        keys.add(RedisKeys.holds(settled.tenant()));
        keys.add(RedisKeys.epoch(settled.tenant()));
        var rates = new ArrayList<String>();
        var count = 0;
        for (var rule : settled.rules()) {
            if (rule instanceof Rule.Rate rate && rate.tokens()) {
                keys.add(rate.bucketsKey());
                add(
                        rates,
                        Long.toString(rate.perMinute()),
                        Long.toString(rate.amount()),
                        Long.toString(settled.rateTokens()));
                count++;
            }
        }
        var args =
                new ArrayList<String>(
                        List.of(
                                settled.id().toString(),
                                TOMBSTONE_MS,
                                Long.toString(settled.moneyNanos()),
                                Long.toString(settled.tokens()),
                                epoch,
                                Integer.toString(count)));
        args.addAll(rates);
        for (var rule : settled.rules()) {
            if (rule instanceof Rule.Spend spend) {
                keys.add(spend.key());
                add(args, spend.kind(), expiresAt(spend));
            }
        }
        return new ScriptCall(QuotaScript.SETTLE, keys, args);
    }

    /** Whether a settle was carried out, now or before. */
    static boolean isSettled(List<Object> reply) {
        return !"lost".equals(reply.getFirst());
    }

    static ScriptCall release(String tenant, UUID id, List<Rule> rules) {
        var keys = new ArrayList<String>();
        keys.add(RedisKeys.record(tenant, id));
        keys.add(RedisKeys.holds(tenant));
        var args = new ArrayList<String>(List.of(id.toString(), TOMBSTONE_MS));
        for (var rule : rules) {
            if (rule instanceof Rule.Rate rate) {
                keys.add(rate.bucketsKey());
                add(
                        args,
                        kind(rate),
                        Long.toString(rate.perMinute()),
                        Long.toString(rate.amount()));
            }
        }
        return new ScriptCall(QuotaScript.RELEASE, keys, args);
    }

    /** More hold for a dearer candidate. */
    static ScriptCall raise(CallHold hold, long deadlineMs, long moreNanos) {
        var keys = new ArrayList<String>(List.of(RedisKeys.record(hold.tenant(), hold.id())));
        var args = new ArrayList<String>(List.of(Long.toString(deadlineMs)));
        for (var rule : hold.rules()) {
            if (rule instanceof Rule.Spend spend && spend.budget().countsMoney()) {
                keys.add(spend.key());
                add(
                        args,
                        spend.kind(),
                        Long.toString(spend.limit()),
                        Long.toString(moreNanos),
                        spend.strict() ? "s" : "w",
                        expiresAt(spend));
            }
        }
        return new ScriptCall(QuotaScript.RAISE, keys, args);
    }

    /** What a reservation would be charged if its node died now. */
    record Carried(UUID id, long moneyNanos, long tokens, long outputTokens) {}

    static ScriptCall renew(String tenant, long leaseMs, List<Carried> all) {
        var keys = new ArrayList<String>(List.of(RedisKeys.holds(tenant)));
        var args = new ArrayList<String>(List.of(Long.toString(leaseMs)));
        for (var carried : all) {
            keys.add(RedisKeys.record(tenant, carried.id()));
            add(
                    args,
                    carried.id().toString(),
                    Long.toString(carried.moneyNanos()),
                    Long.toString(carried.tokens()),
                    Long.toString(carried.outputTokens()));
        }
        return new ScriptCall(QuotaScript.RENEW, keys, args);
    }

    static ScriptCall take(UUID id, long deadlineMs, long leaseMs, List<Rule> rules) {
        var keys = new ArrayList<String>();
        var args =
                new ArrayList<String>(
                        List.of(id.toString(), Long.toString(deadlineMs), Long.toString(leaseMs)));
        for (var rule : rules) {
            switch (rule) {
                case Rule.Rate rate -> {
                    keys.add(rate.bucketsKey());
                    add(
                            args,
                            kind(rate),
                            Long.toString(rate.perMinute()),
                            Long.toString(rate.burst()),
                            Long.toString(rate.amount()));
                }
                case Rule.Concurrency concurrency -> {
                    keys.add(concurrency.key());
                    add(args, "c", Long.toString(concurrency.limit()));
                }
                case Rule.Spend _ -> throw new IllegalArgumentException("no budget per attempt");
            }
        }
        return new ScriptCall(QuotaScript.TAKE, keys, args);
    }

    /**
     * Ends what an attempt has taken.
     *
     * @param rateTokens what it used; a request that was sent stays counted
     */
    static ScriptCall give(UUID id, List<Rule> rules, long rateTokens) {
        return give(id, 0, rules, rateTokens);
    }

    /** Keeps the attempt's place among the calls at once. */
    static ScriptCall keep(UUID id, long leaseMs, List<Rule> rules) {
        var places = rules.stream().filter(Rule.Concurrency.class::isInstance).toList();
        return give(id, leaseMs, places, 0);
    }

    /** Moves the bucket of a rate of tokens by what calls used more (or less) than was taken. */
    static ScriptCall adjust(Rule.Rate rate, long by) {
        return give(NOBODY, List.of(rate), rate.amount() + by);
    }

    private static ScriptCall give(UUID id, long leaseMs, List<Rule> rules, long rateTokens) {
        var keys = new ArrayList<String>();
        var args = new ArrayList<String>(List.of(id.toString(), Long.toString(leaseMs)));
        for (var rule : rules) {
            if (rule instanceof Rule.Rate rate) {
                if (rate.tokens()) {
                    keys.add(rate.bucketsKey());
                    add(
                            args,
                            kind(rate),
                            Long.toString(rate.perMinute()),
                            Long.toString(rateTokens - rate.amount()));
                }
            } else {
                keys.add(rule.key());
                add(args, "c", "", "");
            }
        }
        return new ScriptCall(QuotaScript.GIVE, keys, args);
    }
}
