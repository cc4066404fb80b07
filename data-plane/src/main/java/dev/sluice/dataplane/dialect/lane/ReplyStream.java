package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * A stream on its way to the caller: the upstream's bytes in, the caller's events out. The end is
 * never written by itself: whoever owns the stream asks for it when the books are done.
 */
public interface ReplyStream {
    /** How it stands with the upstream's half of the stream. */
    enum State {
        RUNNING,
        /** The dialect's terminator came. */
        DONE,
        /** An error came, or what means one, or bytes that cannot be read. */
        BROKEN
    }

    /** Takes a segment; whole events in it become output. */
    void feed(byte[] bytes, int from, int to);

    /** The upstream's bytes are over. */
    void end();

    State state();

    /** Whether content came: from then on the attempt is committed. */
    boolean produced();

    /** Whether any choice has ended. */
    boolean anyFinished();

    /**
     * Whether the answer is complete: the terminator came, or every choice that began has ended.
     */
    boolean isComplete();

    /** Whether an event lies half in the buffer. */
    boolean isInsideEvent();

    /** The upstream's error, when the state is broken. */
    @Nullable UpstreamSaid said();

    /** The upstream's error as it came; empty when there was none. */
    byte[] errorBody();

    /** Events for the caller that were not taken yet. */
    ByteSink out();

    /** The last usage that came; null when none did. */
    @Nullable TokenUsage usage();

    /** Why the first choice ended, in OpenAI's words. */
    @Nullable String finishReason();

    /** The model as the upstream names it. */
    @Nullable String servedModel();

    /** The end of a complete answer. */
    byte[] terminal();

    /** The end of an answer that broke off after the first content. */
    byte[] broken(ErrorCode code, String message);
}
