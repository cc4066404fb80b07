package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Requests of the dialect. */
public final class AnthropicRequests implements RequestCodec {
    static final String MAX_TOKENS = "max_tokens";

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        return new MessagesEnvelope(door, body).read();
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        return MessagesReader.read(body);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        return new MessagesWriter(target, losses).write(request);
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        var model = body.span("model");
        if (model != null) {
            patch.replace(model.from(), model.to(), ForeignJson.quoted(target.model()));
        }
        var cap = target.outputCap();
        var asked = target.capAsked();
        if (cap == null || (asked != null && cap >= asked)) {
            return;
        }
        var digits = Long.toString(cap).getBytes(StandardCharsets.US_ASCII);
        var span = body.span(MAX_TOKENS);
        if (span == null) {
            patch.insertField(body, MAX_TOKENS, digits);
        } else if (span.token() != JsonToken.VALUE_NULL || asked == null) {
            patch.replace(span.from(), span.to(), digits);
        }
    }
}
