package dev.sluice.dataplane.dialect.openai.either;

import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Holds a stream's bytes until its first event tells who can read them. */
final class EitherStreamReader implements StreamReader {
    /** What a first event is. */
    enum Kind {
        CHAT,
        RESPONSES,
        UNKNOWN
    }

    private final Function<Kind, StreamReader> readers;
    private final SseReader first = new SseReader(this::onFirst);
    private final ByteSink held = new ByteSink();
    private @Nullable Kind kind;
    private @Nullable StreamReader reader;

    EitherStreamReader(Function<Kind, StreamReader> readers) {
        this.readers = readers;
    }

    private void onFirst(byte[] bytes, int from, int to) {
        if (kind != null) {
            return;
        }
        try {
            var event = ForeignJson.read(bytes, from, to - from);
            kind =
                    event.path("choices").isArray()
                            ? Kind.CHAT
                            : event.path("type").isString() ? Kind.RESPONSES : Kind.UNKNOWN;
        } catch (JacksonException broken) {
            kind = Kind.UNKNOWN;
        }
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        if (reader != null) {
            reader.feed(bytes, from, to);
            return;
        }
        held.append(bytes, from, to);
        first.feed(bytes, from, to);
        if (kind != null) {
            choose(kind);
        }
    }

    private StreamReader choose(Kind told) {
        var chosen = readers.apply(told);
        reader = chosen;
        var bytes = held.take();
        chosen.feed(bytes, 0, bytes.length);
        return chosen;
    }

    @Override
    public void end() {
        if (reader == null) {
            first.end();
            reader = choose(kind == null ? Kind.UNKNOWN : kind);
        }
        reader.end();
    }

    @Override
    public boolean isInsideEvent() {
        return reader == null ? first.isInsideEvent() : reader.isInsideEvent();
    }
}
