package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streams of the dialect: one JSON object a line. */
final class OllamaStreams implements StreamCodec {
    private static final byte[] HEARTBEAT = {'\n'};

    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new OllamaStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new OllamaStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("model"));
    }

    @Override
    public byte[] heartbeat(Door door) {
        return HEARTBEAT.clone();
    }

    @Override
    public String contentType(Door door) {
        return "application/x-ndjson";
    }

    @Override
    public boolean mayBeStream(String contentType) {
        return contentType.contains("ndjson") || StreamCodec.super.mayBeStream(contentType);
    }
}
