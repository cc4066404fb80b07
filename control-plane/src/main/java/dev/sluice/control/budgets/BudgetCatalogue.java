package dev.sluice.control.budgets;

import dev.sluice.control.catalogue.ConfigState;
import dev.sluice.control.catalogue.DocumentStore;
import dev.sluice.control.catalogue.StoredDocument;
import dev.sluice.control.snapshot.ConfigVersion;
import dev.sluice.control.snapshot.VersionStore;
import dev.sluice.model.access.Scope;
import dev.sluice.model.access.Tenant;
import dev.sluice.model.snapshot.DocumentKind;
import java.time.ZoneOffset;
import java.util.ArrayList;
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

    /** What money is in. */
    public String currency() {
        return versions.current().map(ConfigVersion::currency).orElse("USD");
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
        return placedIn(path == null ? documents.load() : documents.loadAround(path), path);
    }

    private static List<PlacedBudget> placedIn(ConfigState state, @Nullable String path) {
        var placed = new ArrayList<PlacedBudget>();
        for (var level : LEVELS) {
            for (var document : state.all(level)) {
                if (path == null
                        || document.path().equals(path)
                        || document.path().startsWith(path + "/")) {
                    addBudgets(placed, state, document);
                }
            }
        }
        return placed;
    }

    private static void addBudgets(
            List<PlacedBudget> placed, ConfigState state, StoredDocument document) {
        if (document.body() instanceof Scope scope) {
            var tenant = document.path().split("/", 2)[0];
            var zone =
                    state.body(DocumentKind.TENANT, tenant, Tenant.class)
                            .map(Tenant::zone)
                            .orElse(ZoneOffset.UTC);
            for (var budget : scope.rulesOrNone().budgetsOrNone()) {
                placed.add(PlacedBudget.at(document.path(), zone, budget));
            }
        }
    }
}
