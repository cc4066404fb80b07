package dev.sluice.simulator.dialect.cohere;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Embedding;
import dev.sluice.simulator.measure.Figures;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST /v2/embed}, as floats or base64. */
public final class CohereEmbed implements Measure {
    private static final Set<String> SERVED = Set.of("float", "base64");

    @Override
    public Figures.Asked read(Ask ask) {
        for (JsonNode type : ask.body().path("embedding_types")) {
            if (!SERVED.contains(type.asString(""))) {
                throw new IllegalArgumentException("embedding_types served are " + SERVED);
            }
        }
        return Figures.Asked.ofInput(ask.body().path("texts"));
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        List<float[]> vectors = figures.vectors(ask.body().path("output_dimension"));
        Map<String, @Nullable Object> byType = Fields.of();
        JsonNode types = ask.body().path("embedding_types");
        if (types.isEmpty()) {
            byType.put("float", vectors);
        }
        for (JsonNode type : types) {
            boolean packed = type.asString("").equals("base64");
            byType.put(
                    type.asString(""),
                    packed ? vectors.stream().map(Embedding::base64).toList() : vectors);
        }
        Map<String, @Nullable Object> meta = Fields.of("api_version", Fields.of("version", "2"));
        figures.usage(meta, "billed_units", () -> Fields.of("input_tokens", figures.tokens()));
        return Fields.of(
                "id",
                "sim-" + figures.number(),
                "embeddings",
                byType,
                "texts",
                ask.body().path("texts"),
                "meta",
                meta,
                "response_type",
                "embeddings_by_type");
    }
}
