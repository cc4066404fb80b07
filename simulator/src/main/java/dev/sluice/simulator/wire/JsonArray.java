package dev.sluice.simulator.wire;

import dev.sluice.simulator.script.Framing;
import java.nio.charset.StandardCharsets;

/** One JSON array, an element a frame. */
public final class JsonArray implements Wire {
    private final String lineEnd;
    private final boolean closed;
    private boolean begun;

    /** Without {@code closed} the array has no end. */
    public JsonArray(Framing odd, boolean closed) {
        lineEnd = odd.lineEndOr("\r\n");
        this.closed = closed;
    }

    @Override
    public String contentType() {
        return "application/json; charset=UTF-8";
    }

    @Override
    public byte[] bytes(Frame frame) {
        String before = begun ? "," + lineEnd : "[";
        begun = true;
        return (before + frame.data() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] end() {
        String end = begun ? "]" : "[]";
        return closed ? end.getBytes(StandardCharsets.UTF_8) : NOTHING;
    }
}
