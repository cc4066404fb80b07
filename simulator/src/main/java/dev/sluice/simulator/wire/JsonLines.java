package dev.sluice.simulator.wire;

import dev.sluice.simulator.script.Framing;
import java.nio.charset.StandardCharsets;

/** One JSON text a line. */
public final class JsonLines implements Wire {
    private final String lineEnd;

    public JsonLines(Framing odd) {
        lineEnd = odd.lineEndOr("\n");
    }

    @Override
    public String contentType() {
        return "application/x-ndjson";
    }

    @Override
    public byte[] bytes(Frame frame) {
        return (frame.data() + lineEnd).getBytes(StandardCharsets.UTF_8);
    }
}
