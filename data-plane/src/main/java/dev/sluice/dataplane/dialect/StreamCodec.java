package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Streamed chat replies of one dialect. */
public interface StreamCodec {
    StreamReader reader(Consumer<ReplyEvent> sink);

    StreamWriter writer(ReplyContext context);

    /** Paths at which an event may name the model; of most dialects none does. */
    default List<List<String>> modelPaths() {
        return List.of();
    }

    /** Whether each event tells its type in its JSON as well as by its name. */
    default boolean isTyped() {
        return false;
    }

    /**
     * What keeps an idle stream alive and no client of the dialect sees: a comment, as the WHATWG
     * standard for server-sent events advises, unless the dialect is framed otherwise.
     */
    default byte[] heartbeat(Door door) {
        return ": keepalive\n".getBytes(StandardCharsets.US_ASCII);
    }

    /** The content type a caller is told. */
    default String contentType(Door door) {
        return "text/event-stream";
    }

    /** Whether an answer of this content type (in lower case) may be a stream of the dialect. */
    default boolean mayBeStream(String contentType) {
        return !contentType.contains("json") && !contentType.contains("html");
    }
}
