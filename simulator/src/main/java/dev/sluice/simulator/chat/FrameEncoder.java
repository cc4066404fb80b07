package dev.sluice.simulator.chat;

import dev.sluice.simulator.script.Framing;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lays frames out as server-sent events, plainly or as oddly as the framing says. */
final class FrameEncoder {
    private final Framing framing;
    private boolean first = true;

    FrameEncoder(Framing framing) {
        this.framing = framing;
    }

    /** True when the pieces of one frame must reach the peer apart. */
    boolean piecesApart() {
        return framing.writes() != Framing.Writes.WHOLE;
    }

    List<Buffer> encode(String data) {
        byte[] bytes = text(data).getBytes(StandardCharsets.UTF_8);
        return switch (framing.writes()) {
            case WHOLE -> List.of(Buffer.buffer(bytes));
            case SPLIT -> halves(bytes);
            case BYTES -> singles(bytes);
        };
    }

    private String text(String data) {
        StringBuilder text = new StringBuilder(data.length() + 16);
        if (first && framing.byteOrderMark()) {
            text.append('\uFEFF');
        }
        first = false;
        if (framing.comments()) {
            text.append(": simulated").append(framing.lineEnd()).append(framing.lineEnd());
        }
        String field = framing.spaceAfterColon() ? "data: " : "data:";
        int comma = framing.multiLine() ? data.indexOf(',') : -1;
        if (comma > 0) {
            text.append(field).append(data, 0, comma + 1).append(framing.lineEnd());
            text.append(field).append(data, comma + 1, data.length());
        } else {
            text.append(field).append(data);
        }
        return text.append(framing.lineEnd()).append(framing.lineEnd()).toString();
    }

    /** Cuts inside a multi-byte character where there is one. */
    private static List<Buffer> halves(byte[] bytes) {
        int cut = bytes.length / 2;
        for (int i = 1; i < bytes.length; i++) {
            if ((bytes[i] & 0xC0) == 0x80) {
                cut = i;
                break;
            }
        }
        Buffer whole = Buffer.buffer(bytes);
        return List.of(whole.slice(0, cut), whole.slice(cut, bytes.length));
    }

    private static List<Buffer> singles(byte[] bytes) {
        List<Buffer> pieces = new ArrayList<>(bytes.length);
        for (byte one : bytes) {
            pieces.add(Buffer.buffer(1).appendByte(one));
        }
        return pieces;
    }
}
