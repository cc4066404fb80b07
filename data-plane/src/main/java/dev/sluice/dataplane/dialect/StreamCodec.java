package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import java.util.List;
import java.util.function.Consumer;

/** Streamed chat replies of one dialect. */
public interface StreamCodec {
    StreamReader reader(Consumer<ReplyEvent> sink);

    StreamWriter writer(ReplyContext context);

    /** Paths at which an event may name the model. */
    List<List<String>> modelPaths();

    /** What keeps an idle stream alive and no client of the dialect sees. */
    byte[] heartbeat(Door door);

    /** The content type a caller is told. */
    String contentType(Door door);

    /** Whether an answer of this content type (in lower case) may be a stream of the dialect. */
    default boolean mayBeStream(String contentType) {
        return !contentType.contains("json") && !contentType.contains("html");
    }
}
