package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.usage.TokenUsage;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes one stream for a caller, exactly by the dialect's grammar, whatever order the events come
 * in. Stops, usage and errors are not written as they come: the end brings them.
 */
public interface StreamWriter {
    /** How a complete answer ended. */
    record Ending(SortedMap<Integer, Stop> stops, @Nullable TokenUsage usage) {}

    /** How one choice ended. */
    record Stop(StopReason reason, @Nullable String sequence) {}

    /** Takes an event of content, or the start. */
    void write(ReplyEvent event, ByteSink out);

    /** All that is left of a complete answer, the terminator included. */
    void end(Ending ending, ByteSink out);

    /** The answer broke off: open texts are closed, calls are not, and no success follows. */
    void breakOff(ErrorCode code, String message, ByteSink out);
}
