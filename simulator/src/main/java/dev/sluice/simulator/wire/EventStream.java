package dev.sluice.simulator.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Amazon's binary frames: length, headers and their checksum before the payload, a checksum over
 * all behind it. A frame whose name ends with {@code Exception} is one.
 */
public final class EventStream implements Wire {
    private static final int PRELUDE_BYTES = 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final byte TEXT = 7;

    @Override
    public String contentType() {
        return "application/vnd.amazon.eventstream";
    }

    @Override
    public byte[] bytes(Frame frame) {
        String name = String.valueOf(frame.event());
        String kind = name.endsWith("Exception") ? "exception" : "event";
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(":" + kind + "-type", name);
        headers.put(":content-type", "application/json");
        headers.put(":message-type", kind);
        return framed(headers(headers), frame.data().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] framed(byte[] headers, byte[] payload) {
        int length = PRELUDE_BYTES + headers.length + payload.length + 2 * CHECKSUM_BYTES;
        byte[] frame = new byte[length];
        ByteBuffer out = ByteBuffer.wrap(frame);
        out.putInt(length).putInt(headers.length);
        out.putInt(checksum(frame, out.position()));
        out.put(headers).put(payload);
        out.putInt(checksum(frame, out.position()));
        return frame;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    private static byte[] headers(Map<String, String> headers) {
        int length = 0;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            length += 1 + header.getKey().length() + 1 + 2 + header.getValue().length();
        }
        ByteBuffer out = ByteBuffer.allocate(length);
        headers.forEach((name, value) -> {
            out.put((byte) name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
            out.put(TEXT).putShort((short) value.length());
            out.put(value.getBytes(StandardCharsets.US_ASCII));
        });
        return out.array();
    }
}
