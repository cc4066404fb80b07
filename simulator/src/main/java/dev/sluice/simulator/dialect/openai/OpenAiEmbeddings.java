package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Embedding;
import dev.sluice.simulator.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST …/embeddings}. */
public final class OpenAiEmbeddings implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Figures.Asked.ofInput(ask.body().path("input"));
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        boolean base64 = "base64".equals(ask.body().path("encoding_format").asString(""));
        List<Object> rows = new ArrayList<>();
        for (float[] vector : figures.vectors(ask.body().path("dimensions"))) {
            rows.add(
                    Fields.of(
                            "object",
                            "embedding",
                            "index",
                            rows.size(),
                            "embedding",
                            base64 ? Embedding.base64(vector) : vector));
        }
        Map<String, @Nullable Object> whole =
                Fields.of("object", "list", "data", rows, "model", figures.model());
        figures.usage(
                whole,
                "usage",
                () ->
                        Fields.of(
                                "prompt_tokens",
                                figures.tokens(),
                                "total_tokens",
                                figures.tokens()));
        return whole;
    }
}
