package dev.sluice.control.budgets;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentIds;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.price.ExchangeRates;
import dev.sluice.model.quota.Budget;
import dev.sluice.model.quota.Share.Siblings;
import dev.sluice.model.quota.Split;
import dev.sluice.model.snapshot.DocumentKind;
import dev.sluice.model.snapshot.Installation;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The budgets of the published config. */
@Component
public class BudgetCatalogue {
    private static final List<DocumentKind> LEVELS =
            List.of(DocumentKind.TENANT, DocumentKind.APP, DocumentKind.KEY, DocumentKind.SUB_KEY);

    /**
     * @param version null as long as nothing is published; compared whole, since a restored
     *     database counts its versions on from a number that was seen before
     */
    private record Known(@Nullable ConfigVersion version, Set<String> tenants) {}

    private record KnownBudgets(@Nullable ConfigVersion version, List<PlacedBudget> all) {}

    private final DocumentStore documents;
    private final VersionStore versions;
    private volatile Known known = new Known(null, Set.of());
    private volatile KnownBudgets budgets = new KnownBudgets(null, List.of());

    BudgetCatalogue(DocumentStore documents, VersionStore versions) {
        this.documents = documents;
        this.versions = versions;
    }

    /** The names of all tenants; read anew only when there is a new version. */
    Set<String> tenants() {
        var version = versions.current().orElse(null);
        var current = known;
        if (!Objects.equals(current.version(), version)) {
            var names = new TreeSet<String>();
            documents.loadAround(null).all(DocumentKind.TENANT).forEach(it -> names.add(it.path()));
            current = new Known(version, Set.copyOf(names));
            known = current;
        }
        return current.tenants();
    }

    /** All budgets; read anew only when there is a new version. */
    public List<PlacedBudget> all() {
        var version = versions.current().orElse(null);
        var current = budgets;
        if (!Objects.equals(current.version(), version)) {
            current = new KnownBudgets(version, List.copyOf(placedIn(documents.load(), null)));
            budgets = current;
        }
        return current.all();
    }

    /** All budgets by tenant; tenants without any are there, too. */
    Map<String, List<PlacedBudget>> byTenant() {
        var state = documents.load();
        var byTenant = new LinkedHashMap<String, List<PlacedBudget>>();
        state.all(DocumentKind.TENANT)
                .forEach(tenant -> byTenant.put(tenant.path(), new ArrayList<>()));
        for (var placed : placedIn(state, null)) {
            byTenant.computeIfAbsent(placed.tenant(), tenant -> new ArrayList<>()).add(placed);
        }
        return byTenant;
    }

    /** Those at and below a path of the tenants' tree. */
    List<PlacedBudget> at(@Nullable String path) {
        return placedIn(path == null ? documents.load() : documents.loadAround(app(path)), path);
    }

    /** The part of a path that names an app or a tenant: a key's part depends on its siblings. */
    private static String app(String path) {
        var parts = path.split("/", 3);
        return parts.length < 2 ? path : parts[0] + "/" + parts[1];
    }

    private List<PlacedBudget> placedIn(ConfigState state, @Nullable String path) {
        var rates =
                versions.current()
                        .map(ConfigVersion::installation)
                        .orElse(Installation.DEFAULT)
                        .rates();
        var families = families(state);
        var placed = new ArrayList<PlacedBudget>();
        for (var level : LEVELS) {
            for (var document : state.all(level)) {
                if (path == null
                        || document.path().equals(path)
                        || document.path().startsWith(path + "/")) {
                    addBudgets(placed, state, rates, document, families);
                }
            }
        }
        return placed;
    }

    private static void addBudgets(
            List<PlacedBudget> placed,
            ConfigState state,
            ExchangeRates rates,
            StoredDocument document,
            Map<String, Family> families) {
        if (document.body() instanceof Scope scope) {
            var tenant = document.path().split("/", 2)[0];
            var owner = state.body(DocumentKind.TENANT, tenant, Tenant.class);
            var zone = owner.map(Tenant::zone).orElse(ZoneOffset.UTC);
            var fiscalStartDay = owner.map(Tenant::fiscalStartDayOrFirst).orElse(1);
            var currency = owner.map(it -> it.tariff(rates).currency()).orElse(rates.currency());
            var budgets = new ArrayList<>(scope.rulesOrNone().budgetsOrNone());
            var family = families.get(DocumentIds.parentPath(document.path()));
            if (family != null) {
                var share = family.siblings().of(scope.rulesOrNone().weightOrOne());
                budgets.addAll(share.of(family.budgets()));
            }
            for (var budget : budgets) {
                placed.add(
                        PlacedBudget.at(document.path(), zone, fiscalStartDay, currency, budget));
            }
        }
    }

    /** The children of an owner that splits some of its budgets. */
    private record Family(List<Budget> budgets, Siblings siblings) {}

    private static Map<String, Family> families(ConfigState state) {
        var families = new HashMap<String, Family>();
        for (var level : LEVELS) {
            for (var document : state.all(level)) {
                if (!(document.body() instanceof Scope scope)) {
                    continue;
                }
                var weight = scope.rulesOrNone().weightOrOne();
                families.computeIfPresent(
                        DocumentIds.parentPath(document.path()),
                        (path, family) ->
                                new Family(family.budgets(), family.siblings().and(weight)));
                var split =
                        scope.rulesOrNone().budgetsOrNone().stream()
                                .filter(it -> it.splitOrNone() != Split.NONE)
                                .toList();
                if (!split.isEmpty()) {
                    families.put(document.path(), new Family(split, Siblings.NONE));
                }
            }
        }
        return families;
    }
}
