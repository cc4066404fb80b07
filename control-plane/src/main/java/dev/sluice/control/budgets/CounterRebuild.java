package dev.sluice.control.budgets;

import dev.sluice.model.quota.RedisKeys;
import dev.sluice.model.quota.ScriptCall;
import dev.sluice.model.quota.ScriptCall.BookedWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives Redis back what the ledger knows after it lost its content or a part of it. The epoch key
 * tells: it is gone with everything else; and the server's run, which is another after a fail-over.
 * Tenants open again one by one, then the new epoch is named, and nodes assert what they know.
 */
final class CounterRebuild {
    private static final Logger LOG = LoggerFactory.getLogger(CounterRebuild.class);
    private static final int BATCH = 200;
    private static final List<Duration> LIFTED_AFTER =
            List.of(Duration.ofSeconds(15), Duration.ofSeconds(60));

    private final SharedStore store;
    private final BudgetCatalogue catalogue;
    private final Spend spend;
    private final RecentlyBooked recent;
    private final TransactionTemplate snapshot;
    private final InstantSource clock;
    private final PriorityQueue<Lift> lifts = new PriorityQueue<>(Comparator.comparing(Lift::at));
    private Set<String> countersSeen = Set.of();

    /**
     * Counters that are to be what the ledger says, if that is more.
     *
     * @param tenant null for all of all tenants
     */
    private record Lift(Instant at, @Nullable String tenant, List<PlacedBudget> budgets) {}

    CounterRebuild(
            SharedStore store,
            BudgetCatalogue catalogue,
            Spend spend,
            RecentlyBooked recent,
            PlatformTransactionManager transactions,
            InstantSource clock) {
        this.store = store;
        this.catalogue = catalogue;
        this.spend = spend;
        this.recent = recent;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.clock = clock;
    }

    /**
     * Whether the store's content was lost, or never was, or may lack what was written last: a
     * server that was restarted, or took over from another, is not known to have all.
     */
    boolean isNeeded() {
        return store.get(RedisKeys.EPOCH) == null
                || !store.run().equals(store.get(RedisKeys.SERVER));
    }

    /** Rebuilds every tenant's open windows and opens a new epoch. */
    void rebuildAll() {
        var epoch = UUID.randomUUID().toString();
        var server = store.run();
        store.remove(RedisKeys.EPOCH);
        var budgets = catalogue.byTenant();
        budgets.forEach((tenant, placed) -> rebuild(tenant, placed, epoch));
        store.set(RedisKeys.SERVER, server);
        store.set(RedisKeys.EPOCH, epoch);
        lifts.clear();
        LIFTED_AFTER.forEach(
                after -> lifts.add(new Lift(clock.instant().plus(after), null, List.of())));
        LOG.info("counters of {} tenants are rebuilt, epoch {}", budgets.size(), epoch);
    }

    /**
     * Has budgets that are new, or have another window, count what their window has spent before
     * them: at once, and again when calls that were under way have reached the ledger.
     */
    void noteNewBudgets() {
        var fresh = new HashMap<String, List<PlacedBudget>>();
        var seen = new HashSet<String>();
        for (var placed : catalogue.all()) {
            var counter = placed.path() + " " + placed.budget().id();
            seen.add(counter);
            if (!countersSeen.contains(counter)) {
                fresh.computeIfAbsent(placed.tenant(), tenant -> new ArrayList<>()).add(placed);
            }
        }
        countersSeen = seen;
        var now = clock.instant();
        fresh.forEach((tenant, budgets) -> {
            lifts.add(new Lift(now, tenant, budgets));
            LIFTED_AFTER.forEach(after -> lifts.add(new Lift(now.plus(after), tenant, budgets)));
        });
    }

    /**
     * Lifts counters that are due. Once is not enough after a loss, nor for a new budget: of two
     * sums that each lack something the larger is not yet all.
     */
    void liftAgain() {
        for (var due = lifts.peek();
                due != null && !clock.instant().isBefore(due.at());
                due = lifts.peek()) {
            if (due.tenant() == null) {
                catalogue.byTenant().forEach(this::lift);
            } else {
                lift(due.tenant(), due.budgets());
            }
            lifts.remove(due);
        }
    }

    private void lift(String tenant, List<PlacedBudget> budgets) {
        var windows = windows(tenant, budgets, clock.instant());
        for (int i = 0; i < Math.ceilDiv(windows.size(), BATCH); i++) {
            store.number(ScriptCall.rebuild(tenant, null, slice(windows, i), List.of()));
        }
    }

    /** Opens tenants that are new since the epoch began. */
    void openNewTenants() {
        var epoch = store.get(RedisKeys.EPOCH);
        if (epoch == null) {
            return;
        }
        var tenants = List.copyOf(catalogue.tenants());
        var epochs = store.getAll(tenants.stream().map(RedisKeys::epoch).toList());
        Map<String, List<PlacedBudget>> budgets = Map.of();
        for (int i = 0; i < tenants.size(); i++) {
            if (!epochs.get(i).equals(Optional.of(epoch))) {
                budgets = budgets.isEmpty() ? catalogue.byTenant() : budgets;
                rebuild(tenants.get(i), budgets.getOrDefault(tenants.get(i), List.of()), epoch);
            }
        }
    }

    private void rebuild(String tenant, List<PlacedBudget> budgets, String epoch) {
        var now = clock.instant();
        var windows = new ArrayList<BookedWindow>();
        var ids = new ArrayList<UUID>();
        // Of one moment: a call between the two would be counted twice, or not at all.
        snapshot.executeWithoutResult(status -> {
            windows.addAll(windows(tenant, budgets, now));
            ids.addAll(recent.of(tenant, now.minus(ScriptCall.TOMBSTONE)));
        });
        int batches = Math.max(1, Math.ceilDiv(Math.max(windows.size(), ids.size()), BATCH));
        for (int i = 0; i < batches; i++) {
            @Nullable String opens = i == batches - 1 ? epoch : null;
            store.number(ScriptCall.rebuild(tenant, opens, slice(windows, i), slice(ids, i)));
        }
    }

    private List<BookedWindow> windows(String tenant, List<PlacedBudget> budgets, Instant now) {
        var amounts = spend.of(tenant, budgets, now);
        var windows = new ArrayList<BookedWindow>();
        for (int i = 0; i < budgets.size(); i++) {
            var placed = budgets.get(i);
            var amount = amounts.get(i);
            var spent = placed.budget().countsMoney() ? amount.nanos() : amount.tokens();
            windows.add(
                    new BookedWindow(placed.counterKey(now), spent, placed.expiresAtSeconds(now)));
        }
        return windows;
    }

    private static <T> List<T> slice(List<T> all, int number) {
        int from = Math.min(all.size(), number * BATCH);
        return all.subList(from, Math.min(all.size(), from + BATCH));
    }
}
