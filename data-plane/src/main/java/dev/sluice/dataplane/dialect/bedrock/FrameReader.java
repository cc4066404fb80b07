package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.json.ByteSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Rebuilds the frames of Amazon's event streams, and checks both of their checksums. */
final class FrameReader {
    private static final int PRELUDE = 12;
    private static final int CHECKSUM = 4;
    private static final int MOST_BYTES = 24 * 1024 * 1024;

    /** How many bytes a header's value has, by its type; -1 where a length stands before it. */
    private static final int[] VALUE_BYTES = {0, 0, 1, 2, 4, 8, -1, -1, 8, 16};

    private static final int TEXT = 7;

    /** Takes frames, and what is none. */
    interface Sink {
        void onFrame(Map<String, String> headers, byte[] payload);

        /** Nothing after it can be read. */
        void onBroken(String reason);
    }

    private final Sink sink;
    private final ByteSink pending = new ByteSink();
    private boolean broken;

    FrameReader(Sink sink) {
        this.sink = sink;
    }

    boolean isInsideFrame() {
        return !pending.isEmpty();
    }

    void feed(byte[] bytes, int from, int to) {
        if (broken) {
            return;
        }
        pending.append(bytes, from, to);
        var at = 0;
        while (!broken && pending.size() - at >= PRELUDE) {
            var frame = ByteBuffer.wrap(pending.array(), at, pending.size() - at).slice();
            var total = frame.getInt(0);
            var headers = frame.getInt(4);
            if (checksum(pending.array(), at, at + 8) != frame.getInt(8)
                    || total < PRELUDE + CHECKSUM
                    || total > MOST_BYTES
                    || headers < 0
                    || headers > total - PRELUDE - CHECKSUM) {
                fail("a frame whose head has a wrong checksum");
                return;
            }
            if (pending.size() - at < total) {
                break;
            }
            if (checksum(pending.array(), at, at + total - CHECKSUM)
                    != frame.getInt(total - CHECKSUM)) {
                fail("a frame with a wrong checksum");
                return;
            }
            emit(at, headers, total);
            at += total;
        }
        var rest = Arrays.copyOfRange(pending.array(), at, pending.size());
        pending.clear();
        pending.append(rest);
    }

    private void emit(int at, int headersLength, int total) {
        var from = at + PRELUDE;
        var headers = headers(ByteBuffer.wrap(pending.array(), from, headersLength));
        if (headers == null) {
            fail("a frame whose headers cannot be read");
            return;
        }
        var payload =
                Arrays.copyOfRange(pending.array(), from + headersLength, at + total - CHECKSUM);
        sink.onFrame(headers, payload);
    }

    private static @Nullable Map<String, String> headers(ByteBuffer in) {
        var headers = new HashMap<String, String>();
        while (in.hasRemaining()) {
            var name = text(in, in.get() & 0xFF);
            if (name == null || !in.hasRemaining()) {
                return null;
            }
            var type = in.get();
            if (type < 0 || type >= VALUE_BYTES.length) {
                return null;
            }
            var length = VALUE_BYTES[type];
            if (length < 0) {
                if (in.remaining() < 2) {
                    return null;
                }
                length = in.getShort() & 0xFFFF;
            }
            var value = text(in, length);
            if (value == null) {
                return null;
            }
            if (type == TEXT) {
                headers.put(name, value);
            }
        }
        return headers;
    }

    private static @Nullable String text(ByteBuffer in, int length) {
        if (in.remaining() < length) {
            return null;
        }
        var bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void fail(String reason) {
        broken = true;
        pending.clear();
        sink.onBroken(reason);
    }

    static int checksum(byte[] bytes, int from, int to) {
        var crc = new CRC32();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }
}
