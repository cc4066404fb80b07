package dev.sluice.simulator.dialect;

import dev.sluice.simulator.measure.Figures;

/** How one kind of call is asked and answered in one dialect. */
public interface Measure {
    /** Reads what is to be measured; an {@link IllegalArgumentException} says what is wrong. */
    Figures.Asked read(Ask ask);

    /** The answer, as Jackson writes it. */
    Object write(Ask ask, Figures figures);

    default boolean tellsUsage() {
        return true;
    }
}
