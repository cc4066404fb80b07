package dev.sluice.dataplane.dialect.openai.media;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamCodec;
import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.StreamWriter;
import java.util.List;
import java.util.function.Consumer;

/** The stream of one answer, which is measured. */
final class MediaStreams implements StreamCodec {
    private final MediaMeter meter;
    private final int imagesAsked;

    MediaStreams(MediaMeter meter, int imagesAsked) {
        this.meter = meter;
        this.imagesAsked = imagesAsked;
    }

    @Override
    public StreamReader reader(Consumer<ReplyEvent> sink) {
        return new MediaStreamReader(sink, meter, imagesAsked);
    }

    /** Nothing else is ever said in these events. */
    @Override
    public StreamWriter writer(ReplyContext context) {
        throw new IllegalStateException("streams of pictures and sound are passed on as they are");
    }

    @Override
    public List<List<String>> modelPaths() {
        return List.of(List.of("model"));
    }
}
