package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect: the model and the wish for a stream stand in the path. */
public final class GeminiRequests implements RequestCodec {
    @Override
    public Envelope envelope(Door door, JsonFields body) {
        return GeminiEnvelope.read(door, body);
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        return RequestReading.read(door, body);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        return RequestWriting.write(request, target, losses);
    }

    /** It fetches from its own stores; from the web only in some versions. */
    @Override
    public Set<Kind> inlineOnly() {
        return Set.of(Kind.IMAGE, Kind.DOCUMENT);
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var named = body.span("model");
        if (named != null) {
            patch.replace(named.from(), named.to(), ForeignJson.quoted("models/" + target.model()));
        }
        CapPatch.add(patch, body, target);
    }
}
