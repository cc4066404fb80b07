package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.dialect.UpstreamSaid;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;

/** What a unary reply turned out to be. */
public sealed interface ReplyBody {
    /**
     * A reply of the dialect, ready for the caller.
     *
     * @param bytes the upstream's own but for the model's name and unknown finish reasons
     */
    record Good(
            byte[] bytes,
            @Nullable TokenUsage usage,
            boolean produced,
            @Nullable String servedModel,
            @Nullable String finishReason)
            implements ReplyBody {}

    /**
     * A good reply to the first of several requests that the call takes; the next is to be sent.
     *
     * @param usage of all of them so far, which is owed even if a later one fails
     */
    record Part(TokenUsage usage) implements ReplyBody {}

    /** An error inside a 200. */
    record Failure(UpstreamSaid said) implements ReplyBody {}

    /** Anything else: no JSON, no answer in it; the reason tells what. */
    record Invalid(String reason) implements ReplyBody {}
}
