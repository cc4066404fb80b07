package dev.sluice.simulator.dialect.dashscope;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text embedding. */
public final class TextEmbedding implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Figures.Asked.ofInput(ask.body().path("input").path("texts"));
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        List<Object> rows = new ArrayList<>();
        for (float[] vector : figures.vectors(ask.body().path("parameters").path("dimension"))) {
            rows.add(Fields.of("text_index", rows.size(), "embedding", vector));
        }
        Map<String, @Nullable Object> whole = Fields.of("output", Fields.of("embeddings", rows));
        figures.usage(whole, "usage", () -> Fields.of("total_tokens", figures.tokens()));
        whole.put("request_id", "sim-" + figures.number());
        return whole;
    }
}
