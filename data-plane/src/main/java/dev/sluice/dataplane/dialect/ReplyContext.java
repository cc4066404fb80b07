package dev.sluice.dataplane.dialect;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ChatRequest;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * For whom an answer is written.
 *
 * @param id of the call; ids that the dialect wants are made of it
 * @param model the name the caller is shown
 * @param usageAsked whether the caller wants usage in a stream, where the dialect lets it choose
 * @param request what the dialect says again of what was asked; null where it is nothing or the
 *     caller's own bytes went on
 * @param countedInput the gateway's own count, for dialects that tell the input first; 0 where
 *     there is none
 */
public record ReplyContext(
        UUID id,
        Instant createdAt,
        String model,
        boolean usageAsked,
        Door door,
        @Nullable ChatRequest request,
        long countedInput) {

    public ReplyContext(
            UUID id,
            Instant createdAt,
            String model,
            boolean usageAsked,
            Door door,
            @Nullable ChatRequest request) {
        this(id, createdAt, model, usageAsked, door, request, 0);
    }

    /** An id with the dialect's usual prefix, the same for all of the answer. */
    public String idWith(String prefix) {
        return prefix + id.toString().replace("-", "");
    }
}
