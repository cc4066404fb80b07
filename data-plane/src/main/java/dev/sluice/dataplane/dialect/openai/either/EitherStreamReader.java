package dev.sluice.dataplane.dialect.openai.either;

import dev.sluice.dataplane.dialect.StreamReader;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import java.util.Objects;
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
    private @Nullable Kind kind;

    /** Null once the first event has told. */
    private @Nullable Beginning beginning = new Beginning();

    /** Null before. */
    private @Nullable StreamReader reader;

    /** What came so far, and who looks for the first event in it. */
    private final class Beginning {
        final SseReader first = new SseReader(EitherStreamReader.this::onFirst);
        final ByteSink held = new ByteSink();
    }

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
        if (beginning == null) {
            chosen().feed(bytes, from, to);
            return;
        }
        beginning.held.append(bytes, from, to);
        beginning.first.feed(bytes, from, to);
        if (kind != null) {
            choose(kind, beginning.held);
        }
    }

    private void choose(Kind told, ByteSink held) {
        reader = readers.apply(told);
        beginning = null;
        var bytes = held.take();
        reader.feed(bytes, 0, bytes.length);
    }

    private StreamReader chosen() {
        return Objects.requireNonNull(reader, "nobody was chosen");
    }

    @Override
    public void end() {
        if (beginning != null) {
            beginning.first.end();
            choose(kind == null ? Kind.UNKNOWN : kind, beginning.held);
        }
        chosen().end();
    }

    @Override
    public boolean isInsideEvent() {
        return beginning == null ? chosen().isInsideEvent() : beginning.first.isInsideEvent();
    }
}
