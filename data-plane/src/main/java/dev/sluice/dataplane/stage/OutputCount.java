package dev.sluice.dataplane.stage;

import io.vertx.core.Future;

/** Collects the output text of one attempt and counts it off the event loop, in larger pieces. */
public interface OutputCount {
    /**
     * Adds the inside of a JSON string (escapes and all) that is part of the output: text,
     * reasoning, refusal, tool name or arguments. Copies what it keeps.
     */
    void append(byte[] json, int from, int to);

    /** Tokens so far, roughly: what was not counted yet is estimated. Cheap. */
    long roughly();

    /** The exact count of all that was added; completes on the caller's event loop. */
    Future<Long> total();
}
