package dev.sluice.simulator.dialect.cohere;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Documents;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code POST /v2/rerank}, billed by searches and not by tokens. */
public final class CohereRerank implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Documents.read(ask.body());
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        List<Map<String, @Nullable Object>> results =
                figures.scores(ask.body().path("top_n")).stream()
                        .map(score ->
                                Fields.of(
                                        "index",
                                        score.index(),
                                        "relevance_score",
                                        score.relevance()))
                        .toList();
        Map<String, @Nullable Object> meta = Fields.of("api_version", Fields.of("version", "2"));
        figures.usage(meta, "billed_units", () -> Fields.of("search_units", 1));
        return Fields.of("id", "sim-" + figures.number(), "results", results, "meta", meta);
    }

    @Override
    public boolean tellsUsage() {
        return false;
    }
}
