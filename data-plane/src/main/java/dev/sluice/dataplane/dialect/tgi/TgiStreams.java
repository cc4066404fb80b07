package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.function.Consumer;

/** Streams of the dialect: a token an event, and no terminator. */
final class TgiStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new TgiStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new TgiStreamWriter();
    }
}
