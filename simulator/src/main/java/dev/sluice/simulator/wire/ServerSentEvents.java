package dev.sluice.simulator.wire;

import dev.sluice.simulator.script.Framing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Lays frames out as server-sent events, as the vendor does or as oddly as the script says. */
public final class ServerSentEvents implements Wire {
    private final Framing odd;
    private final String lineEnd;
    private final String data;
    private final Function<Frame, List<String>> before;
    private boolean first = true;

    private ServerSentEvents(
            Framing odd, String lineEnd, boolean space, Function<Frame, List<String>> before) {
        this.odd = odd;
        this.lineEnd = odd.lineEndOr(lineEnd);
        this.data = space && odd.spaceAfterColon() ? "data: " : "data:";
        this.before = before;
    }

    /** With the event's name where the frame has one. */
    public static ServerSentEvents usual(Framing odd) {
        return new ServerSentEvents(odd, "\n", true, ServerSentEvents::name);
    }

    public static ServerSentEvents crlf(Framing odd) {
        return new ServerSentEvents(odd, "\r\n", true, ServerSentEvents::name);
    }

    /** Without the space, and with these lines before each frame's data. */
    public static ServerSentEvents tight(Framing odd, Function<Frame, List<String>> before) {
        return new ServerSentEvents(odd, "\n", false, before);
    }

    private static List<String> name(Frame frame) {
        return frame.event() == null ? List.of() : List.of("event: " + frame.event());
    }

    @Override
    public String contentType() {
        return "text/event-stream";
    }

    @Override
    public byte[] bytes(Frame frame) {
        String json = frame.data();
        StringBuilder text = new StringBuilder(json.length() + 64);
        if (first && odd.byteOrderMark()) {
            text.append('\uFEFF');
        }
        first = false;
        if (odd.comments()) {
            text.append(": simulated").append(lineEnd).append(lineEnd);
        }
        for (String line : before.apply(frame)) {
            text.append(line).append(lineEnd);
        }
        int comma = odd.multiLine() ? json.indexOf(',') : -1;
        if (comma > 0) {
            text.append(data).append(json, 0, comma + 1).append(lineEnd);
            text.append(data).append(json, comma + 1, json.length());
        } else {
            text.append(data).append(json);
        }
        text.append(lineEnd).append(lineEnd);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
