package dev.sluice.simulator.dialect.ollama;

import dev.sluice.simulator.dialect.Ask;
import dev.sluice.simulator.dialect.Fields;
import dev.sluice.simulator.dialect.Measure;
import dev.sluice.simulator.measure.Figures;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /api/embed}. */
public final class OllamaEmbed implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return Figures.Asked.ofInput(ask.body().path("input"));
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        Map<String, @Nullable Object> whole =
                Fields.of(
                        "model",
                        figures.model(),
                        "embeddings",
                        figures.vectors(ask.body().path("dimensions")),
                        "total_duration",
                        1_000_000,
                        "load_duration",
                        1_000);
        figures.usage(whole, "prompt_eval_count", figures::tokens);
        return whole;
    }
}
