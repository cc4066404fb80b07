package dev.sluice.dataplane.conversation;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The form of the answer's text. */
public sealed interface OutputFormat {
    /** Any text. */
    record Plain() implements OutputFormat {}

    /** Some JSON object. */
    record Json() implements OutputFormat {}

    /** JSON that matches a schema. */
    record Schema(
            @Nullable String name,
            @Nullable String description,
            JsonNode schema,
            @Nullable Boolean strict)
            implements OutputFormat {}

    OutputFormat PLAIN = new Plain();
}
