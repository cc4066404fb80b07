package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sluice.model.id.Name;
import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.policy.UnknownFields;
import dev.sluice.model.quota.Limits;
import dev.sluice.model.snapshot.ConfigBody;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
        CallPolicies policies,
        @Nullable UnknownFields unknownFields,
        @Nullable Boolean exposeModel,
        @Nullable Cache cache)
        implements ConfigBody {
    public ModelAlias {
        Name.modelName("alias", name);
        targets = targets == null ? List.of() : List.copyOf(targets);
        fallback = fallback == null ? List.of() : List.copyOf(fallback);
        limits = limits == null ? Limits.NONE : limits;
        timeouts = timeouts == null ? Timeouts.INHERIT : timeouts;
        policies = policies == null ? CallPolicies.NONE : policies;
    }

    /**
     * How long answers are kept for the same request again.
     *
     * @param scope whose requests may be answered by it; the tenant's when absent
     */
    public record Cache(Duration ttl, @Nullable Sharing scope) {
        public Sharing scopeOrDefault() {
            return scope != null ? scope : Sharing.TENANT;
        }
    }

    /** Who shares kept answers. Never more than a tenant. */
    public enum Sharing {
        TENANT,
        APP,
        KEY;

        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
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
