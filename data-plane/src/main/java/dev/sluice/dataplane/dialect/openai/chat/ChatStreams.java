package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streams of the dialect. */
final class ChatStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new ChatStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new ChatStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("model"));
    }

    @Override
    public String contentType(Door door) {
        return "text/event-stream; charset=utf-8";
    }
}
