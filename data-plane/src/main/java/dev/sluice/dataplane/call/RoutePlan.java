package dev.sluice.dataplane.call;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ordered candidates of a call, never empty, and the output cap that the caller, the app and
 * the alias leave.
 *
 * @param outputCap tokens for each choice; null where nobody set one
 * @param warnings what {@code X-Sluice-Warnings} tells
 */
public record RoutePlan(
        Grant grant, List<Candidate> candidates, @Nullable Long outputCap, List<String> warnings) {
    public RoutePlan {
        candidates = List.copyOf(candidates);
        warnings = List.copyOf(warnings);
    }

    /** The same with a lower cap; the warning says why. */
    public RoutePlan lowered(long cap, String warning) {
        return new RoutePlan(grant, candidates, cap, with(warning));
    }

    /** The same, when it takes the place of a plan that could not be paid. */
    public RoutePlan inPlaceOf(RoutePlan other, String warning) {
        var reason = "degraded from " + other.grant().alias().name();
        var here =
                candidates.stream()
                        .map(it ->
                                new Candidate(
                                        it.alias(),
                                        it.policies(),
                                        it.model(),
                                        it.upstream(),
                                        reason))
                        .toList();
        return new RoutePlan(grant, here, outputCap, with(warning));
    }

    private List<String> with(String warning) {
        var all = new ArrayList<>(warnings);
        all.add(warning);
        return all;
    }

    public Call call() {
        return grant.call();
    }
}
