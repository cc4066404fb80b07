package dev.sluice.dataplane.arrival;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import org.jspecify.annotations.Nullable;

/**
 * How a request came in: what its path says.
 *
 * @param dialect that the caller speaks and is answered in
 * @param model the alias, where the path and not the body names it
 * @param stream whether the path asks for a stream; null where the body decides
 * @param variant a door that has forms of its own, such as {@code alt=sse}; empty for most
 */
public record Door(
        Dialect dialect,
        Operation operation,
        @Nullable String model,
        @Nullable Boolean stream,
        String variant) {
    /** The variant of doors that only count a request's tokens. */
    public static final String COUNT = "count";

    public static Door of(Dialect dialect, Operation operation) {
        return new Door(dialect, operation, null, null, "");
    }
}
