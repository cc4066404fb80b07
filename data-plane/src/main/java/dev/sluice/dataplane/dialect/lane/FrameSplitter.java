package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.sse.EventTooLarge;
import dev.sluice.dataplane.json.ByteSearch;
import dev.sluice.dataplane.json.ByteSink;
import java.nio.charset.StandardCharsets;

/**
 * Cuts a stream of server-sent events into its frames without reading them: a frame ends with an
 * empty line, whichever of LF, CRLF and CR ends the lines.
 */
final class FrameSplitter {
    /** As much as of a whole reply: a frame may be a picture. */
    private static final int MOST_BYTES = 32 * 1024 * 1024;

    private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event:".getBytes(StandardCharsets.US_ASCII);

    /**
     * Takes whole frames, their empty line included; a CRLF that was cut in two brings its line
     * feed after the frame. The array must not be kept.
     */
    interface Sink {
        void onFrame(byte[] bytes, int from, int to);
    }

    private final Sink sink;
    private final ByteSink pending = new ByteSink();
    private boolean lineIsEmpty = true;
    private boolean anyLine;
    private boolean afterReturn;

    FrameSplitter(Sink sink) {
        this.sink = sink;
    }

    boolean isInsideFrame() {
        return !pending.isEmpty();
    }

    void feed(byte[] bytes, int from, int to) {
        var start = from;
        for (var i = from; i < to; i++) {
            var b = bytes[i];
            if (b == '\n' && afterReturn) {
                afterReturn = false;
                if (!anyLine && pending.isEmpty() && start == i) {
                    // The second half of the line end that closed the last frame.
                    sink.onFrame(bytes, i, i + 1);
                    start = i + 1;
                }
                continue;
            }
            afterReturn = b == '\r';
            if (b != '\n' && b != '\r') {
                lineIsEmpty = false;
                anyLine = true;
                continue;
            }
            if (lineIsEmpty && anyLine) {
                var end = b == '\r' && i + 1 < to && bytes[i + 1] == '\n' ? i + 2 : i + 1;
                emit(bytes, start, end);
                afterReturn = b == '\r' && end == i + 1;
                i = end - 1;
                start = end;
                anyLine = false;
            }
            lineIsEmpty = true;
        }
        pending.append(bytes, start, to);
        if (pending.size() > MOST_BYTES) {
            throw new EventTooLarge(MOST_BYTES);
        }
    }

    /** A last frame without its empty line counts, too. */
    void end(byte[] frameEnd) {
        if (anyLine) {
            pending.append(frameEnd);
            emit(new byte[0], 0, 0);
        }
    }

    private void emit(byte[] bytes, int from, int to) {
        if (pending.isEmpty()) {
            sink.onFrame(bytes, from, to);
            return;
        }
        pending.append(bytes, from, to);
        sink.onFrame(pending.array(), 0, pending.size());
        pending.clear();
    }

    /** Where the data of a frame with a single data line begins; -1 where there is none. */
    static int dataOf(byte[] bytes, int from, int to) {
        return valueOf(DATA, bytes, from, to);
    }

    /** The name of a frame's event; empty where it has none. */
    static String nameOf(byte[] bytes, int from, int to) {
        var start = valueOf(EVENT, bytes, from, to);
        return start < 0
                ? ""
                : new String(
                        bytes,
                        start,
                        ByteSearch.endOfLine(bytes, start, to) - start,
                        StandardCharsets.UTF_8);
    }

    private static int valueOf(byte[] field, byte[] bytes, int from, int to) {
        var lineStart = true;
        for (var i = from; i < to; i++) {
            if (lineStart && startsWith(bytes, i, to, field)) {
                var at = i + field.length;
                return at < to && bytes[at] == ' ' ? at + 1 : at;
            }
            lineStart = bytes[i] == '\n' || bytes[i] == '\r';
        }
        return -1;
    }

    static boolean contains(byte[] bytes, int from, int to, byte[] word) {
        for (var i = from; i <= to - word.length; i++) {
            if (bytes[i] == word[0] && startsWith(bytes, i, to, word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] word) {
        if (to - from < word.length) {
            return false;
        }
        for (var i = 0; i < word.length; i++) {
            if (bytes[from + i] != word[i]) {
                return false;
            }
        }
        return true;
    }
}
