package dev.sluice.dataplane.dialect.openai.either;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** Streams, told apart by their first event. */
record EitherStreams(StreamCodec spoken, StreamCodec chat, StreamCodec responses)
        implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new EitherStreamReader(kind ->
                switch (kind) {
                    case CHAT -> chat.reader(sink);
                    case RESPONSES -> responses.reader(sink);
                    case UNKNOWN -> spoken.reader(sink);
                });
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return spoken.writer(context);
    }

    @Override
    public List<List<String>> modelPaths() {
        return spoken.modelPaths();
    }

    @Override
    public byte[] heartbeat(Door door) {
        return spoken.heartbeat(door);
    }

    @Override
    public String contentType(Door door) {
        return spoken.contentType(door);
    }

    @Override
    public boolean mayBeStream(String contentType) {
        return spoken.mayBeStream(contentType);
    }
}
