package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streams of the dialect. */
final class GeminiStreams implements StreamCodec {
    /** White space: clients of the dialect know neither pings nor comments. */
    private static final byte[] HEARTBEAT = {'\r', '\n'};

    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new GeminiStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new GeminiStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("modelVersion"));
    }

    @Override
    public byte[] heartbeat(Door door) {
        return HEARTBEAT.clone();
    }

    @Override
    public String contentType(Door door) {
        return GeminiFraming.isArray(door)
                ? "application/json; charset=UTF-8"
                : "text/event-stream";
    }

    /** Without {@code alt=sse} a stream is a JSON array. */
    @Override
    public boolean mayBeStream(String contentType) {
        return !contentType.contains("html");
    }
}
