package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streamed answers. */
public final class ResponsesStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new ResponsesStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new ResponsesStreamWriter(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("response", "model"));
    }

    @Override
    public boolean isTyped() {
        return true;
    }

    @Override
    public String contentType(Door door) {
        return "text/event-stream; charset=utf-8";
    }
}
