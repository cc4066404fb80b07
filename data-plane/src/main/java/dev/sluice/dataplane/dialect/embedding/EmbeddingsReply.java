package dev.sluice.dataplane.dialect.embedding;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Vectors in the order of their texts.
 *
 * @param vectors lists of numbers
 * @param inputTokens null where the provider tells none
 * @param model as the provider names it
 */
public record EmbeddingsReply(
        List<JsonNode> vectors, @Nullable Long inputTokens, @Nullable String model) {
    public EmbeddingsReply {
        vectors = List.copyOf(vectors);
    }
}
