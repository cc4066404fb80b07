package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.embedding.EmbeddingsRequest.Purpose;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Cohere's form, which must always be told what the vectors are for. */
final class CohereEmbeddings implements EmbeddingCodec {
    @Override
    public EmbeddingsRequest readRequest(JsonNode body) {
        return new EmbeddingsRequest(
                Texts.read(body.path("texts"), "texts"),
                Texts.whole(body.path("output_dimension")),
                purpose(body.path("input_type").asString("")),
                false,
                false);
    }

    private static @Nullable Purpose purpose(String type) {
        return switch (type) {
            case "search_query" -> Purpose.QUERY;
            case "search_document" -> Purpose.DOCUMENT;
            case "classification" -> Purpose.CLASSIFICATION;
            case "clustering" -> Purpose.CLUSTERING;
            default -> null;
        };
    }

    private static String word(@Nullable Purpose purpose) {
        return switch (purpose) {
            case QUERY -> "search_query";
            case CLASSIFICATION -> "classification";
            case CLUSTERING, SIMILARITY -> "clustering";
            case DOCUMENT -> "search_document";
            case null -> "search_document";
        };
    }

    @Override
    public int mostTexts() {
        return 96;
    }

    @Override
    public ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode().put("model", model);
        request.texts().forEach(body.putArray("texts")::add);
        body.put("input_type", word(request.purpose()));
        body.putArray("embedding_types").add("float");
        Tree.put(body, "output_dimension", request.dimensions());
        return body;
    }

    @Override
    public EmbeddingsReply readReply(JsonNode body) {
        var all = body.path("embeddings");
        return new EmbeddingsReply(
                Texts.vectors(all.isArray() ? all : all.path("float")),
                Texts.whole(body.at("/meta/billed_units/input_tokens")),
                null);
    }

    @Override
    public ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens) {
        var body = SluiceJson.mapper().createObjectNode();
        body.putObject("embeddings").putArray("float").addAll(reply.vectors());
        request.texts().forEach(body.putArray("texts")::add);
        body.putObject("meta").putObject("billed_units").put("input_tokens", tokens);
        return body;
    }
}
