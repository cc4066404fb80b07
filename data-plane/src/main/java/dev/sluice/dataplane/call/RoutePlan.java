package dev.sluice.dataplane.call;

import dev.sluice.model.price.Tariff;
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

    /** How the call is charged. */
    public Tariff tariff() {
        return grant.caller().tariff(call().snapshot());
    }

    public Call call() {
        return grant.call();
    }
}
