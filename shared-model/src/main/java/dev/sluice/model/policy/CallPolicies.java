package dev.sluice.model.policy;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How calls and their answers are treated. An alias has them, and so has each level of a caller;
 * all of them count.
 *
 * @param trim what is left out of answers: {@code logprobs}, {@code reasoning}, {@code citations}
 * @param strict whether a loss in translation refuses the call
 * @param fetchMedia whether the gateway fetches pictures and documents that are given by address to
 *     a target that cannot; one {@code false} outweighs every {@code true}, and a sub-key's {@code
 *     true} grants nothing
 */
public record CallPolicies(
        @Nullable Boolean interruptedFinish,
        @Nullable Boolean earlyHeartbeat,
        @Nullable MaskPolicy mask,
        @Nullable NormalisePolicy normalise,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> trim,
        @Nullable Boolean strict,
        @Nullable Boolean fetchMedia) {
    public static final CallPolicies NONE =
            new CallPolicies(null, null, null, null, List.of(), null, null);

    public CallPolicies {
        trim = trim == null ? List.of() : List.copyOf(trim);
    }

    /** Whether the content of answers must be read. */
    public boolean readContent() {
        return mask != null || normalise != null || !trim.isEmpty();
    }

    /** Both at once; where only one of two ways of writing can be, the narrower level's. */
    public CallPolicies and(CallPolicies narrower) {
        if (narrower.equals(NONE)) {
            return this;
        }
        if (equals(NONE)) {
            return narrower;
        }
        return new CallPolicies(
                either(interruptedFinish, narrower.interruptedFinish),
                either(earlyHeartbeat, narrower.earlyHeartbeat),
                mask == null ? narrower.mask : mask.and(narrower.mask),
                normalise == null ? narrower.normalise : normalise.and(narrower.normalise),
                Stream.concat(trim.stream(), narrower.trim.stream()).distinct().toList(),
                either(strict, narrower.strict),
                unlessRefused(fetchMedia, narrower.fetchMedia));
    }

    /** What a level may ask for that is no wider than those above it. */
    public CallPolicies withoutGrants() {
        return Boolean.TRUE.equals(fetchMedia)
                ? new CallPolicies(
                        interruptedFinish, earlyHeartbeat, mask, normalise, trim, strict, null)
                : this;
    }

    private static @Nullable Boolean either(@Nullable Boolean one, @Nullable Boolean other) {
        return (Boolean.TRUE.equals(one) || other == null) ? one : other;
    }

    private static @Nullable Boolean unlessRefused(@Nullable Boolean one, @Nullable Boolean other) {
        return (Boolean.FALSE.equals(one) || other == null) ? one : other;
    }
}
