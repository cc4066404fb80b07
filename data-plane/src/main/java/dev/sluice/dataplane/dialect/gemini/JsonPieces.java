package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.sse.EventTooLarge;
import dev.sluice.dataplane.dialect.sse.SseReader;
import dev.sluice.dataplane.json.ByteSink;

/**
 * Cuts a stream into its JSON objects, whichever way it is framed: server-sent events, one array
 * that grows, or a single object. The first byte tells.
 */
final class JsonPieces {
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    /** Takes whole JSON texts. The array must not be kept. */
    interface Sink {
        void onPiece(byte[] bytes, int from, int to);
    }

    private enum Framing {
        UNKNOWN,
        EVENTS,
        ARRAY
    }

    private final Sink sink;
    private final SseReader events;
    private final ByteSink pending = new ByteSink();
    private Framing framing = Framing.UNKNOWN;
    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean closed;

    JsonPieces(Sink sink) {
        this.sink = sink;
        this.events = new SseReader(this::onEvent);
    }

    boolean isInside() {
        return depth > 0 || events.isInsideEvent();
    }

    /** Whether the end of the array came. */
    boolean isClosed() {
        return closed;
    }

    void feed(byte[] bytes, int from, int to) {
        var at = from;
        while (framing == Framing.UNKNOWN && at < to) {
            switch (bytes[at]) {
                case ' ', '\t', '\r', '\n' -> at++;
                case '{', '[' -> framing = Framing.ARRAY;
                default -> framing = Framing.EVENTS;
            }
        }
        switch (framing) {
            case EVENTS -> events.feed(bytes, at, to);
            case ARRAY -> split(bytes, at, to);
            case UNKNOWN -> {}
        }
    }

    /** Some servers leave out the empty lines: then one event holds several objects. */
    private void onEvent(byte[] bytes, int from, int to) {
        var several = false;
        for (var i = from; i < to && !several; i++) {
            several = bytes[i] == '\n';
        }
        if (!several) {
            sink.onPiece(bytes, from, to);
            return;
        }
        split(bytes, from, to);
        if (depth > 0) { // broken: whoever parses it says so
            depth = 0;
            inText = false;
            pending.clear();
            sink.onPiece(bytes, from, to);
        }
    }

    private void split(byte[] bytes, int from, int to) {
        var start = from;
        for (var i = from; i < to; i++) {
            if (inText) {
                inText = escaped || bytes[i] != '"';
                escaped = !escaped && bytes[i] == '\\';
                continue;
            }
            switch (bytes[i]) {
                case '"' -> inText = depth > 0;
                case '{' -> {
                    if (depth++ == 0) {
                        start = i;
                    }
                }
                case '}' -> {
                    if (depth > 0 && --depth == 0) {
                        emit(bytes, start, i + 1);
                    }
                }
                case ']' -> closed |= depth == 0 && framing == Framing.ARRAY;
                default -> {}
            }
        }
        if (depth > 0) {
            pending.append(bytes, start, to);
            if (pending.size() > MOST_BYTES) {
                throw new EventTooLarge(MOST_BYTES);
            }
        }
    }

    private void emit(byte[] bytes, int from, int to) {
        if (pending.isEmpty()) {
            sink.onPiece(bytes, from, to);
            return;
        }
        pending.append(bytes, from, to);
        sink.onPiece(pending.array(), 0, pending.size());
        pending.clear();
    }

    void end() {
        events.end();
    }
}
