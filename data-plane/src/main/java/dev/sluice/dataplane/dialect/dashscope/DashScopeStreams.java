package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.function.Consumer;

/** Streams of the dialect: usage in every event, and no terminator. */
final class DashScopeStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new DashScopeStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new DashScopeStreamWriter(context);
    }

    @Override
    public String contentType(Door door) {
        return "text/event-stream;charset=UTF-8";
    }
}
