package dev.sluice.model.route;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How answers of an alias are treated on the way to the caller.
 *
 * @param trim what is left out of answers: {@code logprobs}, {@code reasoning}, {@code citations}
 * @param strict whether a loss in translation refuses the call
 */
public record AliasPolicies(
        @Nullable Boolean interruptedFinish,
        @Nullable Boolean earlyHeartbeat,
        @Nullable MaskPolicy mask,
        @Nullable NormalisePolicy normalise,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> trim,
        @Nullable Boolean strict) {
    public static final AliasPolicies NONE =
            new AliasPolicies(null, null, null, null, List.of(), null);

    public AliasPolicies {
        trim = trim == null ? List.of() : List.copyOf(trim);
    }

    /** Whether the content of answers must be read. */
    public boolean readContent() {
        return mask != null || normalise != null || !trim.isEmpty();
    }
}
