package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.function.Consumer;

/** Streams of the dialect, in binary frames. It knows nothing that keeps an idle one alive. */
final class ConverseStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new ConverseStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new ConverseStreamWriter();
    }

    @Override
    public byte[] heartbeat(Door door) {
        return new byte[0];
    }

    @Override
    public String contentType(Door door) {
        return "application/vnd.amazon.eventstream";
    }
}
