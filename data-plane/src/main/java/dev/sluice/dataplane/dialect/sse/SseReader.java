package dev.sluice.dataplane.dialect.sse;

import dev.sluice.dataplane.json.ByteSearch;
import dev.sluice.dataplane.json.ByteSink;
import java.nio.charset.StandardCharsets;

/**
 * Rebuilds events from bytes, as the WHATWG text tells, plus what servers really send: LF, CRLF and
 * CR as line ends, a BOM, comments, several data lines, no space after the colon, a last event
 * without its blank line. An event that came whole in one segment is handed on without a copy.
 */
public final class SseReader {
    /** Takes events as they are completed. The array must not be kept. */
    public interface Sink {
        void onEvent(byte[] bytes, int from, int to);
    }

    /** As much as of a whole reply: an event may be a picture. */
    private static final int MOST_BYTES = 32 * 1024 * 1024;

    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] DATA = {'d', 'a', 't', 'a'};
    private static final byte[] NONE = {};
    private static final byte[] EVENT = {'e', 'v', 'e', 'n', 't'};

    private final Sink sink;

    /** The line that is not complete yet. */
    private final ByteSink line = new ByteSink();

    /** The data of the event that is not complete yet, unless it lies in the segment. */
    private final ByteSink data = new ByteSink();

    private final ByteSink name = new ByteSink(64);
    private boolean hasData;
    private byte[] segment = NONE;
    private int segmentFrom = -1;
    private int segmentTo;
    private boolean lineFeedBelongsToLast;
    private boolean begun;

    public SseReader(Sink sink) {
        this.sink = sink;
    }

    /** Whether an event has begun that is not complete. */
    public boolean isInsideEvent() {
        return hasData || !line.isEmpty();
    }

    /** The name of the event that the sink is taking; empty where it has none. */
    public String name() {
        return new String(name.array(), 0, name.size(), StandardCharsets.UTF_8);
    }

    public void feed(byte[] bytes, int from, int to) {
        var lineStart = from;
        if (lineFeedBelongsToLast && from < to) {
            lineFeedBelongsToLast = false;
            lineStart += bytes[from] == '\n' ? 1 : 0;
        }
        var lineEnd = ByteSearch.endOfLine(bytes, lineStart, to);
        while (lineEnd < to) {
            endOfLine(bytes, lineStart, lineEnd);
            lineStart = lineEnd + 1;
            if (bytes[lineEnd] == '\r') {
                lineFeedBelongsToLast = lineStart == to;
                lineStart += lineStart < to && bytes[lineStart] == '\n' ? 1 : 0;
            }
            lineEnd = ByteSearch.endOfLine(bytes, lineStart, to);
        }
        keep(bytes, lineStart, to);
    }

    /** The stream is over: an event that only lacks its blank line counts. */
    public void end() {
        if (!line.isEmpty()) {
            endOfLine(line.array(), 0, 0);
        }
        dispatch();
    }

    private void endOfLine(byte[] bytes, int from, int to) {
        if (line.isEmpty()) {
            onLine(bytes, from, to, true);
            return;
        }
        line.append(bytes, from, to);
        onLine(line.array(), 0, line.size(), false);
        line.clear();
    }

    /** What the segment's end left incomplete is copied, since the segment goes away. */
    private void keep(byte[] bytes, int lineStart, int to) {
        if (segmentFrom >= 0) {
            data.append(segment, segmentFrom, segmentTo);
            segmentFrom = -1;
        }
        segment = NONE;
        if (lineStart < to) {
            line.append(bytes, lineStart, to);
        }
        if (line.size() + data.size() > MOST_BYTES) {
            throw new EventTooLarge(MOST_BYTES);
        }
    }

    private void onLine(byte[] bytes, int lineFrom, int to, boolean inSegment) {
        var from = lineFrom;
        if (!begun) {
            begun = true;
            from = startsWith(bytes, from, to, BOM) ? from + BOM.length : from;
        }
        if (from == to) {
            dispatch();
            return;
        }
        var data = valueOf(DATA, bytes, from, to);
        if (data >= 0) {
            onData(bytes, data, to, inSegment);
            return;
        }
        var event = valueOf(EVENT, bytes, from, to);
        if (event >= 0) {
            name.clear();
            name.append(bytes, event, to);
        }
    }

    /** Where the value of a line with that field begins; -1 where it is another's. */
    private static int valueOf(byte[] field, byte[] bytes, int from, int to) {
        if (!startsWith(bytes, from, to, field)) {
            return -1;
        }
        var at = from + field.length;
        if (at == to) {
            return at;
        }
        if (bytes[at] != ':') {
            return -1;
        }
        at++;
        return at < to && bytes[at] == ' ' ? at + 1 : at;
    }

    private void onData(byte[] bytes, int from, int to, boolean inSegment) {
        if (!hasData && inSegment) {
            hasData = true;
            segment = bytes;
            segmentFrom = from;
            segmentTo = to;
            return;
        }
        if (segmentFrom >= 0) {
            data.append(segment, segmentFrom, segmentTo);
            segmentFrom = -1;
        }
        if (hasData) {
            data.append((byte) '\n');
        }
        hasData = true;
        data.append(bytes, from, to);
    }

    private void dispatch() {
        if (hasData) {
            handOver();
        }
        name.clear();
    }

    private void handOver() {
        hasData = false;
        if (segmentFrom >= 0) {
            var from = segmentFrom;
            segmentFrom = -1;
            if (from < segmentTo) {
                sink.onEvent(segment, from, segmentTo);
            }
            return;
        }
        if (!data.isEmpty()) {
            sink.onEvent(data.array(), 0, data.size());
            data.clear();
        }
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
        if (to - from < prefix.length) {
            return false;
        }
        for (var i = 0; i < prefix.length; i++) {
            if (bytes[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
