package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestCodec;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.openai.EnvelopeReader;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Chat requests of the dialect. */
final class ChatRequests implements RequestCodec {
    private static final String STREAM_OPTIONS = "stream_options";
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final byte[] ASK_USAGE =
            "{\"include_usage\":true}".getBytes(StandardCharsets.US_ASCII);

    @Override
    public Envelope envelope(Door door, JsonFields body) {
        return EnvelopeReader.read(door, body);
    }

    @Override
    public ChatRequest read(Door door, JsonFields body) {
        return ChatRequestReader.read(body);
    }

    @Override
    public ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        return ChatRequestWriter.write(request, target, losses);
    }

    @Override
    public Set<Kind> inlineOnly() {
        return Set.of(Kind.DOCUMENT);
    }

    @Override
    public void patch(JsonPatch patch, JsonFields body, RequestTarget target) {
        setField(patch, body, "model", ForeignJson.quoted(target.model()));
        patchCap(patch, body, target);
        if (target.askUsage()) {
            patchStreamOptions(patch, body);
        }
    }

    private static void replaceField(JsonPatch patch, JsonFields body, String name, byte[] value) {
        var span = body.span(name);
        if (span != null) {
            patch.replace(span.from(), span.to(), value);
        }
    }

    private static void patchCap(JsonPatch patch, JsonFields body, RequestTarget target) {
        var cap = target.outputCap();
        if (cap == null) {
            return;
        }
        var digits = Long.toString(cap).getBytes(StandardCharsets.US_ASCII);
        var asked = target.capAsked();
        if (asked == null) {
            if (target.capField() != null) {
                setField(patch, body, target.capField(), digits);
            }
        } else if (cap < asked) {
            lower(patch, body, MAX_TOKENS, digits);
            lower(patch, body, MAX_COMPLETION_TOKENS, digits);
        }
    }

    private static void lower(JsonPatch patch, JsonFields body, String field, byte[] digits) {
        var span = body.span(field);
        if (span != null && span.token() != JsonToken.VALUE_NULL) {
            patch.replace(span.from(), span.to(), digits);
        }
    }

    private static void setField(JsonPatch patch, JsonFields body, String field, byte[] value) {
        if (body.span(field) != null) {
            replaceField(patch, body, field, value);
        } else {
            patch.insertField(body, field, value);
        }
    }

    private static void patchStreamOptions(JsonPatch patch, JsonFields body) {
        var span = body.span(STREAM_OPTIONS);
        var value = ASK_USAGE;
        if (span != null && span.token() == JsonToken.START_OBJECT) {
            var own = ForeignJson.read(body.bytes(), span.from(), span.length());
            value = ForeignJson.bytes(((ObjectNode) own).put("include_usage", true));
        }
        setField(patch, body, STREAM_OPTIONS, value);
    }
}
