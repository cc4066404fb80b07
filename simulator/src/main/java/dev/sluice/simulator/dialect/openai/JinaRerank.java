package dev.sluice.simulator.dialect.openai;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Documents;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code POST …/rerank} as Jina and vLLM have it. */
public final class JinaRerank implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Documents.read(ask.body());
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        JsonNode documents = ask.body().path("documents");
        boolean shown = ask.body().path("return_documents").asBoolean(true);
        List<Object> results = new ArrayList<>();
        for (Figures.Score score : figures.scores(ask.body().path("top_n"))) {
            Map<String, @Nullable Object> result =
                    Fields.of("index", score.index(), "relevance_score", score.relevance());
            if (shown) {
                result.put(
                        "document",
                        Fields.of("text", Documents.text(documents.path(score.index()))));
            }
            results.add(result);
        }
        Map<String, @Nullable Object> whole =
                Fields.of("model", figures.model(), "results", results);
        figures.usage(
                whole,
                "usage",
                () ->
                        Fields.of(
                                "total_tokens",
                                figures.tokens(),
                                "prompt_tokens",
                                figures.tokens()));
        return whole;
    }
}
