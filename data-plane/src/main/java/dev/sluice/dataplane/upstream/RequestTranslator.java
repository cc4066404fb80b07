package dev.sluice.dataplane.upstream;

import dev.sluice.dataplane.call.Candidate;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Operation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stage 6: the caller's own bytes with splices: the provider's name of the model, the clamped cap,
 * and the wish for usage. What is not spliced goes from the caller's buffer to the socket.
 */
final class RequestTranslator {
    static final String STREAM_OPTIONS = "stream_options";
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final byte[] ASK_USAGE =
            "{\"include_usage\":true}".getBytes(StandardCharsets.US_ASCII);
    private static final int COPY_BELOW_BYTES = 16 * 1024;

    private final RefusedFields refused;

    RequestTranslator(RefusedFields refused) {
        this.refused = refused;
    }

    Payload translate(ReservedCall reserved, Candidate candidate, Provider provider) {
        var call = reserved.call();
        var fields = call.body();
        var patch = new JsonPatch();
        var added = new ArrayList<String>(2);
        replaceField(patch, fields, "model", JsonPatch.quoted(candidate.model().providerName()));
        if (call.operation() == Operation.CHAT) {
            patchCap(patch, reserved, candidate, provider, added);
            patchStreamOptions(patch, reserved, candidate, provider, added);
        }
        return new Payload(body(fields.bytes(), patch), List.copyOf(added));
    }

    private static void replaceField(
            JsonPatch patch, JsonFields fields, String name, byte[] value) {
        var span = fields.span(name);
        if (span != null) {
            patch.replace(span.from(), span.to(), value);
        }
    }

    private void patchCap(
            JsonPatch patch,
            ReservedCall reserved,
            Candidate candidate,
            Provider provider,
            List<String> added) {
        var cap = reserved.outputCap();
        if (cap == null) {
            return;
        }
        var asked = reserved.call().envelope().capAsked();
        var fields = reserved.call().body();
        var digits = Long.toString(cap).getBytes(StandardCharsets.US_ASCII);
        if (asked == null) {
            var field = capField(candidate, provider);
            if (field != null) {
                added.add(field);
                setField(patch, fields, field, digits);
            }
            return;
        }
        if (cap < asked) {
            lower(patch, fields, MAX_TOKENS, digits);
            lower(patch, fields, MAX_COMPLETION_TOKENS, digits);
        }
    }

    /** The row's own field, or the other where the target refused that one. */
    private @Nullable String capField(Candidate candidate, Provider provider) {
        var other = provider.capField().equals(MAX_TOKENS) ? MAX_COMPLETION_TOKENS : MAX_TOKENS;
        for (var field : List.of(provider.capField(), other)) {
            if (!refused.contains(candidate, field)) {
                return field;
            }
        }
        return null;
    }

    private static void lower(JsonPatch patch, JsonFields fields, String field, byte[] digits) {
        var span = fields.span(field);
        if (span != null && span.token() != JsonToken.VALUE_NULL) {
            patch.replace(span.from(), span.to(), digits);
        }
    }

    private static void setField(JsonPatch patch, JsonFields fields, String field, byte[] value) {
        if (fields.span(field) != null) {
            replaceField(patch, fields, field, value);
        } else {
            patch.insertField(fields, field, value);
        }
    }

    private void patchStreamOptions(
            JsonPatch patch,
            ReservedCall reserved,
            Candidate candidate,
            Provider provider,
            List<String> added) {
        var envelope = reserved.call().envelope();
        if (!envelope.stream()
                || envelope.usageAsked()
                || !provider.streamOptions()
                || refused.contains(candidate, STREAM_OPTIONS)) {
            return;
        }
        added.add(STREAM_OPTIONS);
        var fields = reserved.call().body();
        var span = fields.span(STREAM_OPTIONS);
        var value = ASK_USAGE;
        if (span != null && span.token() == JsonToken.START_OBJECT) {
            var own = SluiceJson.mapper().readTree(fields.bytes(), span.from(), span.length());
            value =
                    SluiceJson.mapper()
                            .writeValueAsBytes(((ObjectNode) own).put("include_usage", true));
        }
        setField(patch, fields, STREAM_OPTIONS, value);
    }

    private static Buffer body(byte[] original, JsonPatch patch) {
        if (original.length < COPY_BELOW_BYTES) {
            return Buffer.buffer(patch.apply(original, 0, original.length));
        }
        var pieces = new ArrayList<ByteBuf>();
        var at = 0;
        for (var splice : patch.inOrder()) {
            addPiece(pieces, original, at, splice.from());
            addPiece(pieces, splice.instead(), 0, splice.instead().length);
            at = splice.to();
        }
        addPiece(pieces, original, at, original.length);
        return BufferInternal.buffer(Unpooled.wrappedBuffer(pieces.toArray(ByteBuf[]::new)));
    }

    private static void addPiece(List<ByteBuf> pieces, byte[] bytes, int from, int to) {
        if (from < to) {
            pieces.add(Unpooled.wrappedBuffer(bytes, from, to - from));
        }
    }
}
