package dev.sluice.dataplane.routing;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.health.HealthBoard;
import dev.sluice.dataplane.health.HealthBoard.Usability;
import dev.sluice.dataplane.health.SecretRing;
import dev.sluice.dataplane.health.TargetKey;
import dev.sluice.dataplane.routing.TargetOrder.Ranked;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** Stage 4: the ordered candidates of a call, each with its reason. */
public final class RoutePlanner {
    private final HealthBoard health;
    private final SecretRing secrets;
    private final InstanceNames instances;
    private final RandomGenerator random;

    /** The addresses of an upstream, as health knows them. */
    @FunctionalInterface
    public interface InstanceNames {
        List<String> of(Upstream upstream);
    }

    public RoutePlanner(
            HealthBoard health,
            SecretRing secrets,
            InstanceNames instances,
            RandomGenerator random) {
        this.health = health;
        this.secrets = secrets;
        this.instances = instances;
        this.random = random;
    }

    /** Fails with {@link GatewayFailure.NoUpstream} where nothing may be called now. */
    public RoutePlan plan(Grant grant) {
        var all = new ArrayList<Candidate>();
        var usable = new ArrayList<Candidate>();
        for (var alias : withFallbacks(grant)) {
            for (var ranked : ordered(grant.call(), alias)) {
                var candidate = candidate(grant, alias, ranked);
                all.add(candidate);
                if (ranked.usability() != Usability.OUT) {
                    usable.add(candidate);
                }
            }
        }
        if (all.isEmpty()) {
            throw new GatewayFailure.Internal(
                    "The model '" + grant.alias().name() + "' has no target.");
        }
        var chosen = usable.isEmpty() ? List.of(trial(grant, all)) : usable;
        var cap = OutputCap.of(grant, chosen);
        var warnings = new ArrayList<>(grant.warnings());
        warnings.addAll(cap.warnings());
        return new RoutePlan(grant, chosen, cap.tokens(), warnings);
    }

    private static Collection<ModelAlias> withFallbacks(Grant grant) {
        if (grant.alias().fallback().isEmpty()) {
            return List.of(grant.alias());
        }
        var aliases = new LinkedHashMap<String, ModelAlias>();
        aliases.put(grant.alias().name(), grant.alias());
        for (var name : grant.alias().fallback()) {
            var fallback = grant.call().snapshot().aliases().get(name);
            if (fallback != null) {
                aliases.putIfAbsent(name, fallback);
            }
        }
        return aliases.values();
    }

    private List<Ranked> ordered(Call call, ModelAlias alias) {
        return new TargetOrder(call.snapshot(), call.startedAt(), random)
                .order(
                        alias,
                        model -> usability(call, model),
                        model -> sumOver(call, model, health::inFlight),
                        model -> sumOver(call, model, health::firstByteMs));
    }

    private double sumOver(Call call, UpstreamModel model, ToDoubleFunction<TargetKey> of) {
        return keys(call, model).stream().mapToDouble(of).sum();
    }

    private List<TargetKey> keys(Call call, UpstreamModel model) {
        var upstream = call.snapshot().upstreams().get(model.upstream());
        return upstream == null
                ? List.of()
                : instances.of(upstream).stream()
                        .map(instance -> new TargetKey(upstream.name(), instance, model.name()))
                        .toList();
    }

    /** A target is as good as its best instance, and out while all its secrets rest. */
    private Usability usability(Call call, UpstreamModel model) {
        if (secrets.allParked(model.upstream(), call.snapshot().secretsOf(model.upstream()))) {
            return Usability.OUT;
        }
        var best = Usability.OUT;
        for (var key : keys(call, model)) {
            var one = health.usability(key);
            best = one.compareTo(best) < 0 ? one : best;
        }
        return best;
    }

    private Candidate candidate(Grant grant, ModelAlias alias, Ranked ranked) {
        var upstream = grant.call().snapshot().upstreams().get(ranked.model().upstream());
        if (upstream == null) {
            throw new GatewayFailure.Internal(
                    "The model '" + ranked.model().name() + "' names an unknown upstream.");
        }
        var reason =
                alias.name().equals(grant.alias().name())
                        ? alias.strategyOrDefault().text()
                        : "fallback " + alias.name();
        var policies = alias.policies().and(grant.caller().key().policies());
        return new Candidate(alias, policies, ranked.model(), upstream, reason);
    }

    /** Everything is out: one call a second tries the first target, the rest learn it at once. */
    private Candidate trial(Grant grant, List<Candidate> all) {
        if (!health.takeTrial(grant.alias().name())) {
            throw new GatewayFailure.NoUpstream(
                    "Every target of '"
                            + grant.alias().name()
                            + "' is out of service. Try again later.",
                    retryAfterSeconds(grant, all.getFirst()));
        }
        var first = all.getFirst();
        return new Candidate(
                first.alias(), first.policies(), first.model(), first.upstream(), "trial");
    }

    private long retryAfterSeconds(Grant grant, Candidate candidate) {
        var upstream = candidate.upstream().name();
        var freeInMs = secrets.freeInMs(upstream, grant.call().snapshot().secretsOf(upstream));
        return Math.clamp(freeInMs / 1000, 1, 60);
    }
}
