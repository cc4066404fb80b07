package dev.sluice.simulator.dialect.dashscope;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Documents;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text rerank. */
public final class TextRerank implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Documents.read(ask.body().path("input"));
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        List<Map<String, @Nullable Object>> results =
                figures.scores(ask.body().path("parameters").path("top_n")).stream()
                        .map(score ->
                                Fields.of(
                                        "index",
                                        score.index(),
                                        "relevance_score",
                                        score.relevance()))
                        .toList();
        Map<String, @Nullable Object> whole = Fields.of("output", Fields.of("results", results));
        figures.usage(whole, "usage", () -> Fields.of("total_tokens", figures.tokens()));
        whole.put("request_id", "sim-" + figures.number());
        return whole;
    }
}
