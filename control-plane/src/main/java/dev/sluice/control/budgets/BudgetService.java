package dev.sluice.control.budgets;

import dev.sluice.control.security.AccessGuard;
import dev.sluice.control.web.Refusal;
import io.lettuce.core.RedisException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;

/** What is left of budgets: by the counters that admission goes by, else by the ledger. */
@Service
public class BudgetService {
    private static final Logger LOG = LoggerFactory.getLogger(BudgetService.class);
    private static final Comparator<PlacedBudget> BY_PATH =
            Comparator.comparing(PlacedBudget::path).thenComparing(it -> it.budget().id());

    private final BudgetCatalogue catalogue;
    private final SharedStore store;
    private final Spend spend;
    private final Outlook outlook;
    private final AccessGuard guard;
    private final Clock clock;

    BudgetService(
            BudgetCatalogue catalogue,
            SharedStore store,
            Spend spend,
            Outlook outlook,
            AccessGuard guard,
            Clock clock) {
        this.catalogue = catalogue;
        this.store = store;
        this.spend = spend;
        this.outlook = outlook;
        this.guard = guard;
        this.clock = clock;
    }

    /**
     * Every budget at and beneath what is named; nothing of tenants that the person may not see.
     */
    @PreAuthorize("isAuthenticated()")
    public List<BudgetItem> find(
            @Nullable String tenant, @Nullable String app, @Nullable String key) {
        var within = tenant != null ? tenant : guard.onlyTenant();
        if ((app != null && within == null) || (key != null && app == null)) {
            throw Refusal.badRequest("'app' needs 'tenant', and 'key' needs 'app'");
        }
        if (within != null && !guard.maySee(within)) {
            return List.of();
        }
        var path =
                within == null
                        ? null
                        : Stream.of(within, app, key)
                                .takeWhile(it -> it != null)
                                .collect(Collectors.joining("/"));
        return stateOf(catalogue.at(path).stream().sorted(BY_PATH).toList());
    }

    private List<BudgetItem> stateOf(List<PlacedBudget> budgets) {
        var now = clock.instant();
        var currency = catalogue.currency();
        var recent = outlook.of(budgets, now);
        try {
            var keys = budgets.stream().map(it -> it.counterKey(now)).toList();
            var counters = store.counters(keys);
            var items = new ArrayList<BudgetItem>();
            for (int i = 0; i < budgets.size(); i++) {
                var counter = counters.get(i).orElse(new SharedStore.Counter(0, 0));
                items.add(
                        BudgetItem.of(
                                budgets.get(i),
                                counter.spent(),
                                counter.held(),
                                "store",
                                currency,
                                recent.get(i),
                                now));
            }
            return items;
        } catch (RedisException away) {
            LOG.warn("budgets are shown by the ledger, Redis does not answer: {}", away.toString());
            return byLedger(budgets, recent, currency, now);
        }
    }

    private List<BudgetItem> byLedger(
            List<PlacedBudget> budgets, List<Outlook.Recent> recent, String currency, Instant now) {
        Map<PlacedBudget, Spend.Amount> amounts = new HashMap<>();
        budgets.stream()
                .collect(Collectors.groupingBy(PlacedBudget::tenant))
                .forEach((tenant, ofTenant) -> {
                    var found = spend.of(tenant, ofTenant, now);
                    for (int i = 0; i < ofTenant.size(); i++) {
                        amounts.put(ofTenant.get(i), found.get(i));
                    }
                });
        var items = new ArrayList<BudgetItem>();
        for (int i = 0; i < budgets.size(); i++) {
            var placed = budgets.get(i);
            var amount = amounts.getOrDefault(placed, new Spend.Amount(0, 0));
            var spent = placed.budget().countsMoney() ? amount.nanos() : amount.tokens();
            items.add(BudgetItem.of(placed, spent, 0, "ledger", currency, recent.get(i), now));
        }
        return items;
    }
}
