package dev.sluice.model.route;

import org.jspecify.annotations.Nullable;

/** How answers of an alias are treated on the way to the caller. */
public record AliasPolicies(@Nullable Boolean interruptedFinish, @Nullable Boolean earlyHeartbeat) {
    public static final AliasPolicies NONE = new AliasPolicies(null, null);
}
