package dev.sluice.simulator.dialect;

import dev.sluice.simulator.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What is asked of a reranker: a query and documents, which are texts or objects around them. */
public final class Documents {
    private Documents() {}

    /** The query first. */
    public static Figures.Asked read(JsonNode body) {
        JsonNode query = body.path("query");
        JsonNode documents = body.path("documents");
        if (!query.isString() || documents.isEmpty()) {
            throw new IllegalArgumentException("reranking needs 'query' and 'documents'");
        }
        List<JsonNode> texts = new ArrayList<>();
        texts.add(query);
        documents.forEach(document -> texts.add(StringNode.valueOf(text(document))));
        return Figures.Asked.of(texts);
    }

    public static String text(JsonNode document) {
        return document.isString() ? document.stringValue() : document.path("text").asString("");
    }
}
