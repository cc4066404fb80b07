package dev.sluice.simulator.answer;

/**
 * What a dialect has words for.
 *
 * @param calls the most tool calls in one answer
 * @param thoughts whether reasoning can be shown
 */
public record Powers(int calls, boolean thoughts) {
    public static final Powers ALL = new Powers(Integer.MAX_VALUE, true);
    public static final Powers TEXT_ALONE = new Powers(0, false);
}
