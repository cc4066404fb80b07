package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Caller;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which rules bound a call: those of every level down to its key, then those of an attempt. */
public final class RuleBook {
    private static final long BURST_DIVISOR = 6;

    private RuleBook() {}

    /**
     * The tenant's side, taken at admission. Budgets come first: whoever is out of money should
     * read that, and not a limit's short wait.
     */
    public static List<Rule> ofCall(Call call, Caller caller, String alias, WorstCase worst) {
        var key = caller.key();
        var tenant = key.path().tenant();
        var budgets = new ArrayList<Rule>();
        var limits = new ArrayList<Rule>();
        var path = new StringBuilder();
        for (var scope : key.scopes()) {
            path.append(path.isEmpty() ? "" : "/").append(scope.name());
            var place = path.toString();
            var owner = word(scope) + " " + place;
            var rules = scope.rulesOrNone();
            for (var budget : rules.budgetsOrNone()) {
                if (budget.alias() == null || budget.alias().equals(alias)) {
                    budgets.add(
                            spend(
                                    tenant,
                                    place,
                                    owner,
                                    budget,
                                    call.startedAt(),
                                    key.zone(),
                                    worst));
                }
            }
            var own = rules.limitsOrNone();
            addTenantLimits(limits, tenant, place, owner, own, worst);
            var perIp = own.perIp();
            if (perIp != null) {
                var address = caller.clientAddress();
                addTenantLimits(
                        limits,
                        tenant,
                        place + ":ip:" + address,
                        "client address " + address + " at " + owner,
                        perIp,
                        worst);
            }
        }
        budgets.addAll(limits);
        return budgets;
    }

    private static String word(Scope scope) {
        return switch (scope) {
            case Tenant _ -> "tenant";
            case App _ -> "app";
            case AppKey _ -> "key";
            case SubKey _ -> "sub-key";
        };
    }

    private static Rule.Spend spend(
            String tenant,
            String place,
            String owner,
            Budget budget,
            Instant at,
            ZoneId zone,
            WorstCase worst) {
        var strict =
                budget.modeOrDefault() != BudgetMode.SOFT
                        && !budget.onExhaustedOrDefault().equals("allow");
        var start = budget.window().startOf(at, zone);
        return new Rule.Spend(
                RedisKeys.budget(tenant, place, budget.id(), start),
                owner,
                budget,
                budget.countsMoney() ? worst.moneyFor(budget, owner, strict) : worst.tokens(),
                strict,
                budget.window().endOf(at, zone));
    }

    private static void addTenantLimits(
            List<Rule> into,
            String tenant,
            String place,
            String owner,
            Limits limits,
            WorstCase worst) {
        addLimits(
                into,
                limits,
                owner,
                worst.tokens(),
                RedisKeys.requestRate(tenant, place),
                RedisKeys.tokenRate(tenant, place),
                RedisKeys.concurrency(tenant, place));
    }

    /** What one attempt takes of the upstream's and the alias's own limits; often nothing. */
    public static List<Rule> ofAttempt(Upstream upstream, ModelAlias alias, long tokens) {
        if (upstream.limits().equals(Limits.NONE) && alias.limits().equals(Limits.NONE)) {
            return List.of();
        }
        var rules = new ArrayList<Rule>();
        addAttemptLimits(rules, "upstream", upstream.name(), upstream.limits(), tokens);
        addAttemptLimits(rules, "alias", alias.name(), alias.limits(), tokens);
        return rules;
    }

    private static void addAttemptLimits(
            List<Rule> into, String word, String name, Limits limits, long tokens) {
        var place = word + "/" + name;
        addLimits(
                into,
                limits,
                word + " " + name,
                tokens,
                RedisKeys.attemptRequestRate(place),
                RedisKeys.attemptTokenRate(place),
                RedisKeys.attemptConcurrency(place));
    }

    private static void addLimits(
            List<Rule> into,
            Limits limits,
            String owner,
            long tokens,
            String requestKey,
            String tokenKey,
            String busyKey) {
        var requests = limits.requestsPerMinute();
        if (requests != null) {
            var burst = burst(requests, limits.requestsBurst());
            into.add(new Rule.Rate(requestKey, owner, false, requests, burst, 1));
        }
        var perMinute = limits.tokensPerMinute();
        if (perMinute != null) {
            var burst = burst(perMinute, limits.tokensBurst());
            into.add(new Rule.Rate(tokenKey, owner, true, perMinute, burst, tokens));
        }
        var concurrent = limits.concurrent();
        if (concurrent != null) {
            into.add(new Rule.Concurrency(busyKey, owner, concurrent));
        }
    }

    private static long burst(long perMinute, @Nullable Long asked) {
        var burst = asked != null ? asked : Math.ceilDiv(perMinute, BURST_DIVISOR);
        return Math.max(1, burst);
    }
}
