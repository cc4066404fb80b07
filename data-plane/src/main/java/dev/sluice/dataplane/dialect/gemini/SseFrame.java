package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.json.ByteSink;
import java.nio.charset.StandardCharsets;

/** A chunk as a server-sent event, with the line ends of Google's servers. */
final class SseFrame {
    private static final byte[] BEGIN = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private SseFrame() {}

    static void write(byte[] json, ByteSink out) {
        write(json, 0, json.length, out);
    }

    /** Line ends between the fields of a JSON text end no event. */
    static void write(byte[] json, int from, int to, ByteSink out) {
        out.append(BEGIN);
        var start = from;
        for (var i = from; i < to; i++) {
            if (json[i] == '\n' || json[i] == '\r') {
                out.append(json, start, i);
                start = i + 1;
            }
        }
        out.append(json, start, to).append(END);
    }
}
