package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.dialect.sse.EventTooLarge;
import dev.sluice.dataplane.json.ByteSink;

/** Rebuilds lines of newline-delimited JSON, however the bytes are cut. */
public final class LineReader {
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    /** Takes lines that are not blank. The array must not be kept. */
    public interface Sink {
        void onLine(byte[] bytes, int from, int to);
    }

    private final Sink sink;
    private final ByteSink pending = new ByteSink();

    public LineReader(Sink sink) {
        this.sink = sink;
    }

    public void feed(byte[] bytes, int from, int to) {
        var start = from;
        for (var i = from; i < to; i++) {
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                line(bytes, start, i);
                start = i + 1;
            }
        }
        pending.append(bytes, start, to);
        if (pending.size() > MOST_BYTES) {
            throw new EventTooLarge(MOST_BYTES);
        }
    }

    /** A last line without its end counts. */
    public void end() {
        line(new byte[0], 0, 0);
    }

    private void line(byte[] bytes, int from, int to) {
        if (pending.isEmpty()) {
            emit(bytes, from, to);
            return;
        }
        pending.append(bytes, from, to);
        emit(pending.array(), 0, pending.size());
        pending.clear();
    }

    private void emit(byte[] bytes, int from, int to) {
        for (var i = from; i < to; i++) {
            if (!Character.isWhitespace(bytes[i])) {
                sink.onLine(bytes, from, to);
                return;
            }
        }
    }

    public boolean isInsideLine() {
        return !pending.isEmpty();
    }
}
