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
 * @param translated whether caller and target speak different dialects, so that the request was
 *     written anew; else the caller's own bytes go on
 * @param echoed what the answer will say again of a translated request; null where it is nothing
 * @param warnings what the translation could not keep
 * @param contentType what the body is
 * @param further bodies that are sent one after the other, each when the one before is answered
 */
public record Payload(
        Buffer body,
        List<String> added,
        boolean translated,
        @Nullable ChatRequest echoed,
        List<String> warnings,
        String contentType,
        List<Buffer> further) {
    private static final String JSON = "application/json";

    /** Objects that are sent one after the other. */
    static Payload inOrder(Buffer first, List<String> warnings, List<Buffer> further) {
        return new Payload(first, List.of(), false, null, warnings, JSON, further);
    }

    /** The caller's own object, with splices. */
    Payload(Buffer body, List<String> added, List<String> warnings) {
        this(body, added, false, null, warnings, JSON, List.of());
    }

    /** An object that says the caller's request in another dialect. */
    static Payload translated(
            Buffer body, List<String> added, @Nullable ChatRequest echoed, List<String> warnings) {
        return new Payload(body, added, true, echoed, warnings, JSON, List.of());
    }
}
