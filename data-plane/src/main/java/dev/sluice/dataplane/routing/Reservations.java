package dev.sluice.dataplane.routing;

import dev.sluice.dataplane.call.GatewayFailure.QuotaRefused;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.stage.QuotaReserver;
import dev.sluice.model.error.ErrorCode;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Stage 5, and stages 3 to 5 once more for the alias that an exhausted budget degrades to: the call
 * then lives as if it had named that one.
 */
public final class Reservations {
    private final QuotaReserver reserver;
    private final Function<Grant, Future<RoutePlan>> planning;

    /**
     * @param planning stages 3 and 4
     */
    public Reservations(QuotaReserver reserver, Function<Grant, Future<RoutePlan>> planning) {
        this.reserver = reserver;
        this.planning = planning;
    }

    /** Fails as the reserver does. */
    public Future<ReservedCall> reserve(RoutePlan plan) {
        return reserve(plan, Set.of());
    }

    /**
     * @param before aliases whose budgets had too little left
     */
    private Future<ReservedCall> reserve(RoutePlan plan, Set<String> before) {
        return reserver.reserve(plan)
                .recover(cause ->
                        cause instanceof QuotaRefused refused
                                ? degrade(plan, before, refused)
                                : Future.failedFuture(cause));
    }

    private Future<ReservedCall> degrade(RoutePlan plan, Set<String> before, QuotaRefused refused) {
        var tried = new HashSet<>(before);
        tried.add(plan.grant().alias().name());
        var name = refused.degradesTo();
        var alias = name == null ? null : plan.call().snapshot().aliases().get(name);
        if (name == null || alias == null || tried.contains(name)) {
            return Future.failedFuture(refused);
        }
        // While the shared store is away a node knows of its own part alone.
        var part = refused.code() == ErrorCode.BUDGET_HELD ? "this node's part of the" : "the";
        var warning =
                "'%s' serves instead of '%s': %s %s has too little left for the call"
                        .formatted(name, plan.grant().alias().name(), part, refused.refusedBy());
        var grant = new Grant(plan.call().withAlias(name), plan.grant().caller(), alias);
        return planning.apply(grant)
                .compose(cheaper -> reserve(cheaper.inPlaceOf(plan, warning), tried));
    }
}
