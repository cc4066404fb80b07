package dev.sluice.dataplane.quota.rule;

import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.config.Snapshot;
import dev.sluice.model.money.Money;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which rules bound a call: those of every level down to its key, then those of an attempt. */
public final class RuleBook {
    private volatile @Nullable Prepared prepared;

    /** By key id and alias, for the snapshot that calls are born with now. */
    private record Prepared(Snapshot snapshot, Map<String, Map<String, KeyRules>> byKey) {}

    /**
     * The tenant's side, taken at admission.
     *
     * @param usual what such calls usually use; asked for where a budget goes by it
     */
    public List<Rule> ofCall(RoutePlan plan, WorstCase worst, Supplier<WorstCase> usual) {
        var address = plan.grant().caller().clientAddress();
        return of(plan).of(plan.call().startedAt(), address, worst, usual);
    }

    /** What the call is charged where its model has no price; null where no budget says. */
    public @Nullable Money flat(RoutePlan plan) {
        return of(plan).flat();
    }

    @SuppressWarnings("ReferenceEquality") // a snapshot is one object, and large
    private KeyRules of(RoutePlan plan) {
        var call = plan.call();
        var alias = plan.grant().alias().name();
        var now = prepared;
        if (now == null || now.snapshot() != call.snapshot()) {
            now = new Prepared(call.snapshot(), new ConcurrentHashMap<>());
            prepared = now;
        }
        var key = plan.grant().caller().key();
        return now.byKey()
                .computeIfAbsent(key.keyId(), _ -> new ConcurrentHashMap<>())
                .computeIfAbsent(alias, _ -> new KeyRules(key, alias));
    }

    /** What one attempt takes of the upstream's and the alias's own limits; often nothing. */
    public static List<Rule> ofAttempt(
            Upstream upstream, ModelAlias alias, long tokens, String clientAddress) {
        if (upstream.limits().equals(Limits.NONE) && alias.limits().equals(Limits.NONE)) {
            return List.of();
        }
        var rules = new ArrayList<Rule>();
        PreparedLimits.ofAttempt("upstream", upstream.name(), upstream.limits())
                .addTo(rules, tokens, clientAddress);
        PreparedLimits.ofAttempt("alias", alias.name(), alias.limits())
                .addTo(rules, tokens, clientAddress);
        return rules;
    }
}
