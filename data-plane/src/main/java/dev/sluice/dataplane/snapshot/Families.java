package dev.sluice.dataplane.snapshot;

import dev.sluice.model.access.KeyGrant;
import dev.sluice.model.access.KeyState;
import dev.sluice.model.access.Scope;
import dev.sluice.model.quota.Share;
import dev.sluice.model.quota.Share.Siblings;
import dev.sluice.model.snapshot.ConfigPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** How many children each tenant, app and AppKey has, and what they weigh together. */
record Families(Map<String, Siblings> byParent) {
    static Families of(Map<String, ConfigPart.TenantPart> tenants, List<KeyGrant> grants) {
        var byParent = new HashMap<String, Siblings>();
        tenants.forEach((name, part) ->
                part.apps().forEach(app -> add(byParent, name, app.rulesOrNone().weightOrOne())));
        var counted = new HashSet<String>();
        for (var grant : grants) {
            // A key that was issued anew is one child, a revoked one is none.
            var path = grant.path().text();
            if (grant.state() != KeyState.REVOKED && counted.add(path)) {
                var rules = grant.rules();
                add(
                        byParent,
                        path.substring(0, path.lastIndexOf('/')),
                        rules == null ? 1 : rules.weightOrOne());
            }
        }
        return new Families(byParent);
    }

    private static void add(Map<String, Siblings> byParent, String parent, long weight) {
        byParent.merge(parent, Siblings.NONE.and(weight), (was, _) -> was.and(weight));
    }

    /** For each level below the tenant; nothing where no level above splits anything. */
    List<Share> shares(List<Scope> scopes) {
        if (scopes.stream().noneMatch(Families::splits)) {
            return List.of();
        }
        var shares = new ArrayList<Share>(scopes.size() - 1);
        var parent = new StringBuilder(scopes.getFirst().name());
        for (var scope : scopes.subList(1, scopes.size())) {
            var weight = scope.rulesOrNone().weightOrOne();
            var siblings = byParent.get(parent.toString());
            shares.add((siblings == null ? Siblings.NONE.and(weight) : siblings).of(weight));
            parent.append('/').append(scope.name());
        }
        return shares;
    }

    private static boolean splits(Scope scope) {
        return scope.rulesOrNone().budgetsOrNone().stream().anyMatch(it -> it.split() != null);
    }
}
