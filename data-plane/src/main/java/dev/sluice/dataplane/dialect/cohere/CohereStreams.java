package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.function.Consumer;

/** Streams of the dialect. */
final class CohereStreams implements StreamCodec {
    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new CohereStreamReader(sink);
    }

    @Override
    public StreamWriter writer(ReplyContext context) {
        return new CohereStreamWriter(context);
    }

    @Override
    public boolean mayBeStream(String contentType) {
        return contentType.contains("ndjson")
                || contentType.contains("stream+json")
                || StreamCodec.super.mayBeStream(contentType);
    }
}
