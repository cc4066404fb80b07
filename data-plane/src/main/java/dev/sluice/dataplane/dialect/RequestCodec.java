package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Chat requests of one dialect. */
public interface RequestCodec {
    /**
     * What admission needs, read from the spans alone. Fields that the gateway acts on are checked;
     * the rest is the upstream's business. Fails with {@link
     * dev.sluice.dataplane.call.GatewayFailure.Malformed}.
     */
    Envelope envelope(Door door, JsonFields body);

    /**
     * The whole request. Fails with {@link dev.sluice.dataplane.call.GatewayFailure.Malformed}
     * where it is none of the dialect, and never because of a field, part or word that is unknown.
     */
    ChatRequest read(Door door, JsonFields body);

    /** The body for an upstream; what the dialect cannot say is told to the losses. */
    ObjectNode write(ChatRequest request, RequestTarget target, Losses losses);

    /**
     * What of a request the dialect's answers say again; null where it is nothing. It is kept as
     * long as the answer lasts.
     */
    default @Nullable ChatRequest echoed(ChatRequest request) {
        return null;
    }

    /** Media that the dialect takes as bytes alone, never by address. */
    default Set<Kind> inlineOnly() {
        return Set.of();
    }

    /** Splices that make a caller's request one for an upstream of the same dialect. */
    void patch(JsonPatch patch, JsonFields body, RequestTarget target);
}
