package dev.sluice.simulator.dialect;

import dev.sluice.simulator.answer.Prompt;
import dev.sluice.simulator.measure.Figures;
import java.util.List;
import java.util.function.Function;

/**
 * A prompt is counted and not answered.
 *
 * @param reads the prompt
 * @param writes the answer
 */
public record TokenCount(Function<Ask, Prompt> reads, Function<Integer, Object> writes)
        implements Measure {
    @Override
    public Figures.Asked read(Ask ask) {
        return new Figures.Asked(List.of(), reads.apply(ask).tokens());
    }

    @Override
    public Object write(Ask ask, Figures figures) {
        return writes.apply(figures.tokens());
    }

    /** Counting uses nothing. */
    @Override
    public boolean tellsUsage() {
        return false;
    }
}
