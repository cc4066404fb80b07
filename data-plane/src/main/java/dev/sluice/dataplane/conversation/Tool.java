package dev.sluice.dataplane.conversation;

import dev.sluice.model.route.Dialect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something the model may call. */
public sealed interface Tool {
    /**
     * A function of the caller's.
     *
     * @param schema JSON Schema of the arguments; null where it takes none
     * @param strict whether arguments must match the schema; null leaves it to the provider
     */
    record Function(
            String name,
            @Nullable String description,
            @Nullable JsonNode schema,
            @Nullable Boolean strict,
            @Nullable CacheMark cache,
            Extensions extensions)
            implements Tool {}

    /**
     * A tool of the caller's that takes free text.
     *
     * @param json as it came
     */
    record Custom(Dialect origin, String name, @Nullable String description, JsonNode json)
            implements Tool {}

    /**
     * A tool that the provider itself runs; only its own dialect can say it.
     *
     * @param json as it came
     */
    record Hosted(Dialect origin, String type, JsonNode json) implements Tool {}
}
