package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.Losses;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Embeddings of one dialect. */
interface EmbeddingCodec {
    /** Fails with {@link dev.sluice.dataplane.call.GatewayFailure} where it holds no texts. */
    EmbeddingsRequest readRequest(JsonNode body);

    /** The form of a request whose texts are nobody's business but the provider's. */
    default EmbeddingsRequest formOf(JsonNode body) {
        return readRequest(body);
    }

    /** How many texts one request may hold. */
    default int mostTexts() {
        return Integer.MAX_VALUE;
    }

    ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses);

    /** Vectors that are not there make a shorter list: whoever asks counts them. */
    EmbeddingsReply readReply(JsonNode body);

    /**
     * Writes a reply.
     *
     * @param tokens of the input, by the provider's count or the gateway's own
     */
    ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens);
}
