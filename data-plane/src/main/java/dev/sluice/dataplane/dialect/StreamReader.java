package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.json.ByteSink;

/**
 * Reads one stream of an upstream, however its bytes are cut. Knows its dialect's errors, also
 * those that come as an event; unknown events and fields are ignored. Never fails on what an
 * upstream sends: what is broken becomes {@link
 * dev.sluice.dataplane.conversation.ReplyEvent.Failed}.
 */
public interface StreamReader {
    /** Takes a segment; the array is not kept. */
    void feed(byte[] bytes, int from, int to);

    /** The upstream's bytes are over: a last event without its end still counts. */
    void end();

    /** Whether an event lies half in the buffer. */
    boolean isInsideEvent();

    /**
     * Writes what closes the texts that are open now, in the reader's own dialect: the answer broke
     * off, and a caller of the same dialect has seen their beginnings. Calls of tools stay open,
     * for nobody may take them for complete.
     */
    default void closeTexts(ByteSink out) {}

    /**
     * Writes what a complete answer still lacks, in the reader's own dialect: the terminator where
     * the upstream forgot it.
     */
    default void terminate(ByteSink out) {}

    /**
     * Writes the whole end of an answer that broke off, where the dialect has more for it than an
     * error event; false where it has not, and then nothing is written.
     */
    default boolean breakOff(ReplyContext context, Told told, ByteSink out) {
        return false;
    }
}
