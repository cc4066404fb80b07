package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** The bytes of the dialect's events. */
final class Events {
    private static final byte[] EVENT = ascii("event: ");
    private static final byte[] DATA = ascii("\ndata: ");
    private static final byte[] END = ascii("\n\n");
    private static final byte[] STOP =
            ascii("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
    private static final byte[] DELTA =
            ascii(
                    "event: content_block_delta\n"
                            + "data: {\"type\":\"content_block_delta\",\"index\":");
    private static final byte[] BLOCK_STOP =
            ascii(
                    "event: content_block_stop\n"
                            + "data: {\"type\":\"content_block_stop\",\"index\":");

    private Events() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** An event named after the type of its payload. */
    static void write(ObjectNode payload, ByteSink out) {
        out.append(EVENT)
                .append(ascii(payload.path("type").asString()))
                .append(DATA)
                .append(ForeignJson.bytes(payload))
                .append(END);
    }

    /** A delta with one text: by far the most of a stream. */
    static void delta(int index, String type, String field, String text, ByteSink out) {
        out.append(DELTA)
                .append(ascii(Integer.toString(index)))
                .append(ascii(",\"delta\":{\"type\":\"" + type + "\",\"" + field + "\":"))
                .append(ForeignJson.quoted(text))
                .append(ascii("}}\n\n"));
    }

    static void stopBlock(int index, ByteSink out) {
        out.append(BLOCK_STOP).append(ascii(index + "}\n\n"));
    }

    static void stopMessage(ByteSink out) {
        out.append(STOP);
    }
}
