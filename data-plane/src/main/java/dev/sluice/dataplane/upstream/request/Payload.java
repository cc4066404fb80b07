package dev.sluice.dataplane.upstream.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request body for one upstream.
 *
 * @param added fields that the gateway put in by itself; a target that refuses one gets the request
 *     again without it
 * @param translated the request as it was understood, where caller and target speak different
 *     dialects; null where the caller's own bytes go on
 * @param warnings what the translation could not keep
 * @param contentType what the body is
 * @param further bodies that are sent one after the other, each when the one before is answered
 */
public record Payload(
        Buffer body,
        List<String> added,
        @Nullable ChatRequest translated,
        List<String> warnings,
        String contentType,
        List<Buffer> further) {
    private static final String JSON = "application/json";

    /** Objects that are sent one after the other. */
    Payload(Buffer first, List<String> warnings, List<Buffer> further) {
        this(first, List.of(), null, warnings, JSON, further);
    }

    /** An object. */
    Payload(
            Buffer body,
            List<String> added,
            @Nullable ChatRequest translated,
            List<String> warnings) {
        this(body, added, translated, warnings, JSON, List.of());
    }
}
