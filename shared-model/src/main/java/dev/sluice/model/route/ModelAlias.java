package dev.sluice.model.route;

import dev.sluice.model.id.Name;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.snapshot.ConfigBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The logical model that a caller names, and the targets behind it. */
public record ModelAlias(
        String name,
        @Nullable Strategy strategy,
        List<Target> targets,
        @Nullable Long maxOutputTokens,
        List<String> fallback,
        Limits limits,
        Timeouts timeouts,
        @Nullable RetryPolicy retry,
        AliasPolicies policies,
        @Nullable Boolean exposeModel)
        implements ConfigBody {
    public ModelAlias {
        Name.modelName("alias", name);
        targets = targets == null ? List.of() : List.copyOf(targets);
        fallback = fallback == null ? List.of() : List.copyOf(fallback);
        limits = limits == null ? Limits.NONE : limits;
        timeouts = timeouts == null ? Timeouts.INHERIT : timeouts;
        policies = policies == null ? AliasPolicies.NONE : policies;
    }

    public Strategy strategyOrDefault() {
        return strategy != null ? strategy : Strategy.WEIGHTED;
    }

    public RetryPolicy retryOrDefault() {
        return retry != null ? retry.orDefaults() : RetryPolicy.DEFAULTS;
    }

    public boolean exposesModel() {
        return Boolean.TRUE.equals(exposeModel);
    }
}
