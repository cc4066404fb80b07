package dev.sluice.simulator.dialect;

import dev.sluice.simulator.answer.Token;

/** One stream's frames, asked for in the order in which the answer is said. */
public interface StreamForm {
    /** What comes before the first content. */
    default void open(FrameSink out) {}

    /** Puts what the token adds; a dialect may keep it back until more of it is there. */
    void content(int choice, Token token, FrameSink out);

    /** What comes after the content: ends of texts, the reason, usage, the terminator. */
    void finish(FrameSink out);

    /** An error in the middle, after which nothing comes. */
    void error(Told told, FrameSink out);
}
