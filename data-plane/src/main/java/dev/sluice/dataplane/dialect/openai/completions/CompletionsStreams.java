package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streamed texts, framed as streams of chat completions are. */
final class CompletionsStreams implements StreamCodec {
    private final StreamCodec chat;

    CompletionsStreams(StreamCodec chat) {
        this.chat = chat;
    }

    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new CompletionsStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new CompletionsStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return chat.modelPaths();
    }

    @Override
    public byte[] heartbeat(Door door) {
        return chat.heartbeat(door);
    }

    @Override
    public String contentType(Door door) {
        return chat.contentType(door);
    }
}
