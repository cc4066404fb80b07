package dev.sluice.dataplane.routing;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.model.route.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output cap of a call: the caller's, lowered to what key, alias and models allow. Where the
 * caller names none, the lowest of the others is sent.
 */
record OutputCap(@Nullable Long tokens, List<String> warnings) {

    /** What OpenAI gives for a legacy completion that names no cap. */
    private static final Long COMPLETION_TOKENS = 16L;

    static OutputCap of(Grant grant, List<Candidate> candidates) {
        var call = grant.call();
        if (call.operation() != Operation.CHAT && call.operation() != Operation.COMPLETIONS) {
            return new OutputCap(null, List.of());
        }
        var asked = call.envelope().capAsked();
        if (asked == null && call.operation() == Operation.COMPLETIONS) {
            asked = COMPLETION_TOKENS;
        }
        var policy =
                lowest(grant.caller().key().maxOutputTokens(), grant.alias().maxOutputTokens());
        var physical = physicalLimit(candidates);
        var cap = lowest(lowest(asked, policy), asked == null ? null : physical);
        if (cap == null && policy == null) {
            return new OutputCap(null, List.of());
        }
        var warnings = new ArrayList<String>(1);
        if (asked != null && cap != null && cap < asked) {
            warnings.add(call.envelope().capField() + " lowered from " + asked + " to " + cap);
        }
        return new OutputCap(cap, warnings);
    }

    /** What every candidate can give at most; null where none says. */
    private static @Nullable Long physicalLimit(List<Candidate> candidates) {
        return candidates.stream()
                .map(Candidate::model)
                .flatMap(model -> Stream.ofNullable(lowest(model.maxOutput(), model.context())))
                .min(Long::compare)
                .orElse(null);
    }

    private static @Nullable Long lowest(@Nullable Long a, @Nullable Long b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : Long.valueOf(Math.min(a, b));
    }
}
