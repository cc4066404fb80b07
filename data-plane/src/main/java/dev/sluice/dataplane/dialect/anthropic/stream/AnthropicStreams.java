package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Streams of the dialect. */
public final class AnthropicStreams implements StreamCodec {
    private static final byte[] PING =
            "event: ping\ndata: {\"type\":\"ping\"}\n\n".getBytes(StandardCharsets.US_ASCII);

    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new MessageStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new MessageStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("message", "model"));
    }

    @Override
    public boolean isTyped() {
        return true;
    }

    @Override
    public byte[] heartbeat(Door door) {
        return PING.clone();
    }

    @Override
    public String contentType(Door door) {
        return "text/event-stream; charset=utf-8";
    }
}
