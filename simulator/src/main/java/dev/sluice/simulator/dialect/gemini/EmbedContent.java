package dev.sluice.simulator.dialect.gemini;

import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** {@code :embedContent} and {@code :batchEmbedContents}, which tell no usage. */
public final class EmbedContent implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        List<JsonNode> texts = new ArrayList<>();
        for (JsonNode request : requests(ask)) {
            texts.add(StringNode.valueOf(Prompt.textOf(request.path("content").path("parts"))));
        }
        return Figures.Asked.of(texts);
    }

    private static Iterable<JsonNode> requests(Ask ask) {
        return isBatch(ask) ? ask.filled("requests") : List.of(ask.body());
    }

    private static boolean isBatch(Ask ask) {
        return ask.body().has("requests");
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        JsonNode first = isBatch(ask) ? ask.body().path("requests").path(0) : ask.body();
        List<Object> embeddings = new ArrayList<>();
        for (float[] vector : figures.vectors(first.path("outputDimensionality"))) {
            embeddings.add(Fields.of("values", vector));
        }
        return isBatch(ask)
                ? Fields.of("embeddings", embeddings)
                : Fields.of("embedding", embeddings.getFirst());
    }

    @Override
    public boolean tellsUsage() {
        return false;
    }
}
