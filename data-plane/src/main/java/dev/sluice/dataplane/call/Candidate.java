package dev.sluice.dataplane.call;

import dev.sluice.model.policy.CallPolicies;
import dev.sluice.model.route.ModelAlias;
import dev.sluice.model.route.Upstream;
import dev.sluice.model.route.UpstreamModel;

/**
 * One target that may serve the call.
 *
 * @param alias the alias it stands under: the caller's or a fallback of it
 * @param policies of that alias and of the caller's levels together
 * @param reason why it stands where it stands, as {@code X-Sluice-Route} tells
 */
public record Candidate(
        ModelAlias alias,
        CallPolicies policies,
        UpstreamModel model,
        Upstream upstream,
        String reason) {
    /** Where the caller's levels have no policies of their own. */
    public Candidate(ModelAlias alias, UpstreamModel model, Upstream upstream, String reason) {
        this(alias, alias.policies(), model, upstream, reason);
    }
}
