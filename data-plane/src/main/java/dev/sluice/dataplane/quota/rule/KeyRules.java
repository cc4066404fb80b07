package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.config.KeyEntry;
import dev.sluice.model.access.App;
import dev.sluice.model.access.AppKey;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.SubKey;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.BudgetMode;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.quota.RedisKeys;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one key and alias with all that no call changes, so that thousands of calls share
 * their names.
 */
final class KeyRules {
    private final List<PreparedBudget> budgets = new ArrayList<>();
    private final List<PreparedLimits> limits = new ArrayList<>();
    private @Nullable Money flat;

    KeyRules(KeyEntry key, String alias) {
        var tenant = key.path().tenant();
        var path = new StringBuilder();
        var allowed = new AllowedAliases();
        for (var level = 0; level < key.scopes().size(); level++) {
            var scope = key.scopes().get(level);
            allowed.narrow(scope);
            path.append(path.isEmpty() ? "" : "/").append(scope.name());
            var place = path.toString();
            var owner = word(scope) + " " + place;
            for (var budget : budgetsAt(key, level)) {
                if (budget.alias() == null || budget.alias().equals(alias)) {
                    flat = higher(flat, budget.flat());
                    var cheaper = budget.degradesTo();
                    var degradesTo = cheaper != null && allowed.contains(cheaper) ? cheaper : null;
                    budgets.add(
                            new PreparedBudget(
                                    tenant,
                                    place,
                                    owner,
                                    budget,
                                    key.zone(),
                                    key.fiscalStartDay(),
                                    budget.refuses(alias),
                                    degradesTo));
                }
            }
            var own = scope.rulesOrNone().limitsOrNone();
            if (!own.equals(Limits.NONE)) {
                limits.add(PreparedLimits.ofTenant(tenant, place, owner, own));
            }
        }
    }

    private static @Nullable Money higher(@Nullable Money one, @Nullable Money other) {
        return one == null || (other != null && other.compareTo(one) > 0) ? other : one;
    }

    /** What a call without a price is charged: each of its budgets must have what it says. */
    @Nullable Money flat() {
        return flat;
    }

    /** A level's own, and its parts of what the level above splits. */
    private static List<Budget> budgetsAt(KeyEntry key, int level) {
        var own = key.scopes().get(level).rulesOrNone().budgetsOrNone();
        if (level == 0 || key.shares().isEmpty()) {
            return own;
        }
        var all = new ArrayList<>(own);
        var parent = key.scopes().get(level - 1).rulesOrNone();
        all.addAll(key.shares().get(level - 1).of(parent.budgetsOrNone()));
        return all;
    }

    private static String word(Scope scope) {
        return switch (scope) {
            case Tenant _ -> "tenant";
            case App _ -> "app";
            case AppKey _ -> "key";
            case SubKey _ -> "sub-key";
        };
    }

    /**
     * Budgets come first: whoever is out of money should read that, and not a limit's short wait.
     */
    List<Rule> of(
            Instant at, String clientAddress, WorstCase worst, Supplier<WorstCase> usualCase) {
        var rules = new ArrayList<Rule>(budgets.size() + 3 * limits.size());
        WorstCase usual = null;
        for (var budget : budgets) {
            if (budget.isExpected() && usual == null) {
                usual = usualCase.get();
            }
            rules.add(budget.at(at, budget.isExpected() && usual != null ? usual : worst));
        }
        for (var prepared : limits) {
            prepared.addTo(rules, worst.tokens(), clientAddress);
        }
        return rules;
    }

    /** What the owners of a path may use: nobody's budget leads to more than its owner has. */
    private static final class AllowedAliases {
        private @Nullable Set<String> names;

        void narrow(Scope scope) {
            var own = scope.rulesOrNone().aliases();
            if (own == null) {
                if (scope instanceof App) {
                    names = Set.of();
                }
            } else {
                var before = names;
                names =
                        own.stream()
                                .filter(name -> before == null || before.contains(name))
                                .collect(Collectors.toUnmodifiableSet());
            }
        }

        boolean contains(String alias) {
            return names == null || names.contains(alias);
        }
    }

    /** A budget that remembers the key of its current window. */
    private static final class PreparedBudget {
        private final String tenant;
        private final String place;
        private final String owner;
        private final Budget budget;
        private final ZoneId zone;
        private final int fiscalStartDay;
        private final boolean strict;
        private final @Nullable String degradesTo;
        private volatile @Nullable Window window;

        private record Window(Instant start, Instant end, String key) {
            boolean holds(Instant at) {
                return !at.isBefore(start) && at.isBefore(end);
            }
        }

        PreparedBudget(
                String tenant,
                String place,
                String owner,
                Budget budget,
                ZoneId zone,
                int fiscalStartDay,
                boolean strict,
                @Nullable String degradesTo) {
            this.tenant = tenant;
            this.place = place;
            this.owner = owner;
            this.budget = budget;
            this.zone = zone;
            this.fiscalStartDay = fiscalStartDay;
            this.strict = strict;
            this.degradesTo = degradesTo;
        }

        boolean isExpected() {
            return strict && budget.modeOrDefault() == BudgetMode.EXPECTED;
        }

        Rule.Spend at(Instant at, WorstCase worst) {
            var now = window;
            if (now == null || !now.holds(at)) {
                var start = budget.window().startOf(at, zone, fiscalStartDay);
                now =
                        new Window(
                                start,
                                budget.window().endOf(at, zone, fiscalStartDay),
                                RedisKeys.budget(tenant, place, budget.id(), start));
                window = now;
            }
            var amount =
                    budget.countsMoney() ? worst.moneyFor(budget, owner, strict) : worst.tokens();
            return new Rule.Spend(now.key(), owner, budget, amount, strict, now.end(), degradesTo);
        }
    }
}
