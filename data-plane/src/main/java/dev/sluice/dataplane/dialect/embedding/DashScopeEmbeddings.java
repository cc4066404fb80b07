package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.embedding.EmbeddingsRequest.Purpose;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** DashScope's own form. */
final class DashScopeEmbeddings implements EmbeddingCodec {
    @Override
    public EmbeddingsRequest readRequest(JsonNode body) {
        var parameters = body.path("parameters");
        var type = parameters.path("text_type").asString("");
        return new EmbeddingsRequest(
                Texts.read(body.path("input").path("texts"), "input.texts"),
                Texts.whole(parameters.path("dimension")),
                type.equals("query")
                        ? Purpose.QUERY
                        : type.equals("document") ? Purpose.DOCUMENT : null,
                false,
                false);
    }

    /** The least that any of the vendor's models takes. */
    @Override
    public int mostTexts() {
        return 10;
    }

    @Override
    public ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        request.texts().forEach(body.putObject("input").putArray("texts")::add);
        var parameters = body.putObject("parameters");
        Tree.put(parameters, "dimension", request.dimensions());
        if (request.purpose() != null) {
            var isQuery = request.purpose() == Purpose.QUERY;
            parameters.put("text_type", isQuery ? "query" : "document");
        }
        return body;
    }

    @Override
    public EmbeddingsReply readReply(JsonNode body) {
        var entries = new ArrayList<>(body.path("output").path("embeddings").values());
        entries.sort(Comparator.comparingInt(entry -> entry.path("text_index").asInt(0)));
        var vectors = new ArrayList<JsonNode>();
        entries.forEach(entry -> Texts.addTo(vectors).accept(entry.path("embedding")));
        return new EmbeddingsReply(
                vectors, Texts.whole(body.path("usage").path("total_tokens")), null);
    }

    @Override
    public ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens) {
        var body = SluiceJson.mapper().createObjectNode();
        var list = body.putObject("output").putArray("embeddings");
        for (var vector : reply.vectors()) {
            var entry = list.addObject().put("text_index", list.size() - 1);
            entry.set("embedding", vector);
        }
        body.putObject("usage").put("total_tokens", tokens);
        return body;
    }
}
