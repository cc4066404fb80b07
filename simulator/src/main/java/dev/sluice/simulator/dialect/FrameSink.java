package dev.sluice.simulator.dialect;

import dev.sluice.simulator.wire.Counted;
import org.jspecify.annotations.Nullable;

/** Takes the frames of a stream. */
public interface FrameSink {
    /** JSON as text, or what Jackson makes into it; the event's name where the framing has one. */
    void put(@Nullable String event, Object json, @Nullable Counted told);

    default void put(@Nullable String event, Object json) {
        put(event, json, null);
    }

    default void put(Object json) {
        put(null, json, null);
    }

    /** Tokens of content that were said so far. */
    int tokens();
}
