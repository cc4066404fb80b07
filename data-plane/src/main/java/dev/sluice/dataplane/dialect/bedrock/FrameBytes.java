package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.json.ByteSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes frames of Amazon's event streams. */
final class FrameBytes {
    private static final byte TEXT = 7;

    private FrameBytes() {}

    static void event(String type, byte[] payload, ByteSink out) {
        write("event", ":event-type", type, payload, out);
    }

    static void exception(String type, byte[] payload, ByteSink out) {
        write("exception", ":exception-type", type, payload, out);
    }

    private static void write(
            String kind, String typeHeader, String type, byte[] payload, ByteSink out) {
        var headers = new ByteSink();
        header(headers, typeHeader, type);
        header(headers, ":content-type", "application/json");
        header(headers, ":message-type", kind);
        var total = 12 + headers.size() + payload.length + 4;
        var frame = ByteBuffer.allocate(total);
        frame.putInt(total).putInt(headers.size());
        frame.putInt(FrameReader.checksum(frame.array(), 0, 8));
        frame.put(headers.array(), 0, headers.size()).put(payload);
        frame.putInt(FrameReader.checksum(frame.array(), 0, total - 4));
        out.append(frame.array());
    }

    private static void header(ByteSink out, String name, String value) {
        var nameBytes = name.getBytes(StandardCharsets.UTF_8);
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        out.append((byte) nameBytes.length).append(nameBytes).append(TEXT);
        out.append((byte) (bytes.length >> 8)).append((byte) bytes.length).append(bytes);
    }
}
