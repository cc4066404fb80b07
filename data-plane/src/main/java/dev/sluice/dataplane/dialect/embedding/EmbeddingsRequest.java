package dev.sluice.dataplane.dialect.embedding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are to become vectors.
 *
 * @param dimensions of a vector; null leaves it to the model
 * @param purpose what the vectors are for; null where the caller does not say
 * @param base64 whether the caller wants the bytes of the numbers instead of their digits
 * @param single whether the caller's form has one text and one vector, and no list
 */
public record EmbeddingsRequest(
        List<String> texts,
        @Nullable Long dimensions,
        @Nullable Purpose purpose,
        boolean base64,
        boolean single) {
    public EmbeddingsRequest {
        texts = List.copyOf(texts);
    }

    /** The same for other texts. */
    EmbeddingsRequest withTexts(List<String> others) {
        return new EmbeddingsRequest(others, dimensions, purpose, base64, single);
    }

    /** What vectors are compared for. */
    public enum Purpose {
        QUERY,
        DOCUMENT,
        SIMILARITY,
        CLASSIFICATION,
        CLUSTERING
    }
}
