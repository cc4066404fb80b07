package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.function.Consumer;

/** Streams of the dialect: the last event says that it is the last. */
final class QianfanStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new QianfanStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new QianfanStreamWriter(context);
    }
}
