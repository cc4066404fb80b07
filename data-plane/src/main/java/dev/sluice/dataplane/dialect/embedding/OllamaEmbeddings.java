package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Ollama's form. */
final class OllamaEmbeddings implements EmbeddingCodec {
    @Override
    public EmbeddingsRequest readRequest(JsonNode body) {
        return new EmbeddingsRequest(
                Texts.read(body.path("input"), "input"),
                Texts.whole(body.path("dimensions")),
                null,
                false,
                false);
    }

    @Override
    public ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        request.texts().forEach(body.putArray("input")::add);
        Tree.put(body, "dimensions", request.dimensions());
        if (request.purpose() != null) {
            losses.dropped("taskType");
        }
        return body;
    }

    @Override
    public EmbeddingsReply readReply(JsonNode body) {
        return new EmbeddingsReply(
                Texts.vectors(body.path("embeddings")),
                Texts.whole(body.path("prompt_eval_count")),
                Texts.text(body.path("model")));
    }

    @Override
    public ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens) {
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        body.putArray("embeddings").addAll(reply.vectors());
        return body.put("prompt_eval_count", tokens);
    }
}
