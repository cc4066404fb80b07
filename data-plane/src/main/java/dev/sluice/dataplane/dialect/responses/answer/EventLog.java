package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Writes events and numbers them without a gap. */
final class EventLog {
    private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "\ndata: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private long next;

    EventLog(long first) {
        this.next = first;
    }

    /** An event to be filled and sent; nothing else may be sent in between. */
    ObjectNode event(String type) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("type", type)
                .put("sequence_number", next++);
    }

    static void send(ObjectNode event, ByteSink out) {
        out.append(EVENT)
                .append(event.path("type").asString("").getBytes(StandardCharsets.US_ASCII))
                .append(DATA)
                .append(ForeignJson.bytes(event))
                .append(END);
    }
}
