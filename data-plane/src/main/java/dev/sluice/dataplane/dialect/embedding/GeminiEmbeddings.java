package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.embedding.EmbeddingsRequest.Purpose;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Google's form: one content for each vector, alone or in a batch. */
final class GeminiEmbeddings implements EmbeddingCodec {
    private static final Field CONTENT = Field.of("content");
    private static final Field TASK = Field.of("taskType");
    private static final Field DIMENSIONS = Field.of("outputDimensionality");

    @Override
    public EmbeddingsRequest readRequest(JsonNode body) {
        var single = !body.path("requests").isArray();
        var items = single ? List.of(body) : List.copyOf(body.path("requests").values());
        var texts = new ArrayList<String>();
        items.forEach(item -> texts.add(text(CONTENT.in(item))));
        if (texts.isEmpty()) {
            throw new GatewayFailure.Malformed("'requests' must not be empty.", "requests");
        }
        var first = items.getFirst();
        return new EmbeddingsRequest(
                texts, DIMENSIONS.whole(first), purpose(TASK.text(first, "")), false, single);
    }

    @Override
    public EmbeddingsRequest formOf(JsonNode body) {
        var items = body.path("requests");
        var count = items.isArray() ? items.size() : 1;
        return new EmbeddingsRequest(
                Collections.nCopies(count, ""), null, null, false, !items.isArray());
    }

    private static String text(JsonNode content) {
        var text = new StringBuilder();
        for (var part : Field.PARTS.in(content).values()) {
            if (!Field.TEXT.in(part).isString()) {
                throw new GatewayFailure.Unsupported(
                        "Only texts can become vectors of a model of another provider.", "content");
            }
            text.append(Field.TEXT.text(part, ""));
        }
        return text.toString();
    }

    private static @Nullable Purpose purpose(String task) {
        return switch (task) {
            case "RETRIEVAL_QUERY", "QUESTION_ANSWERING", "CODE_RETRIEVAL_QUERY" -> Purpose.QUERY;
            case "RETRIEVAL_DOCUMENT" -> Purpose.DOCUMENT;
            case "SEMANTIC_SIMILARITY" -> Purpose.SIMILARITY;
            case "CLASSIFICATION" -> Purpose.CLASSIFICATION;
            case "CLUSTERING" -> Purpose.CLUSTERING;
            default -> null;
        };
    }

    @Override
    public int mostTexts() {
        return 100;
    }

    @Override
    public ObjectNode writeRequest(EmbeddingsRequest request, String model, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode();
        var items = body.putArray("requests");
        for (var text : request.texts()) {
            var item = items.addObject().put("model", named(model));
            item.putObject("content").putArray("parts").addObject().put("text", text);
            if (request.purpose() != null) {
                item.put("taskType", word(request.purpose()));
            }
            Tree.put(item, "outputDimensionality", request.dimensions());
        }
        return body;
    }

    private static String word(Purpose purpose) {
        return switch (purpose) {
            case QUERY -> "RETRIEVAL_QUERY";
            case DOCUMENT -> "RETRIEVAL_DOCUMENT";
            case SIMILARITY -> "SEMANTIC_SIMILARITY";
            case CLASSIFICATION -> "CLASSIFICATION";
            case CLUSTERING -> "CLUSTERING";
        };
    }

    private static String named(String model) {
        return model.startsWith("models/") ? model : "models/" + model;
    }

    /** A caller's own items in batches, with the provider's name of the model everywhere. */
    List<ObjectNode> ownRequests(JsonNode body, String model) {
        var items =
                body.path("requests").isArray()
                        ? List.copyOf(body.path("requests").values())
                        : List.of(body);
        if (items.isEmpty()) {
            throw new GatewayFailure.Malformed("'requests' must not be empty.", "requests");
        }
        return Texts.batches(items, mostTexts()).stream().map(some -> batch(some, model)).toList();
    }

    private static ObjectNode batch(List<JsonNode> items, String model) {
        var batch = SluiceJson.mapper().createObjectNode();
        batch.putArray("requests").addAll(items);
        for (var item : items) {
            if (item instanceof ObjectNode one) {
                one.put("model", named(model));
            }
        }
        return batch;
    }

    @Override
    public EmbeddingsReply readReply(JsonNode body) {
        var vectors = new ArrayList<JsonNode>();
        body.path("embeddings")
                .values()
                .forEach(one -> Texts.addTo(vectors).accept(one.path("values")));
        Texts.addTo(vectors).accept(body.path("embedding").path("values"));
        return new EmbeddingsReply(
                vectors, Field.of("promptTokenCount").whole(body.path("usageMetadata")), null);
    }

    @Override
    public ObjectNode writeReply(
            EmbeddingsReply reply, EmbeddingsRequest request, String model, long tokens) {
        var body = SluiceJson.mapper().createObjectNode();
        if (request.single()) {
            body.putObject("embedding").set("values", reply.vectors().getFirst());
            return body;
        }
        var list = body.putArray("embeddings");
        reply.vectors().forEach(vector -> list.addObject().set("values", vector));
        return body;
    }
}
