package dev.sluice.dataplane.conversation;

import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What happens in a stream. A reader sends {@link Started} at most once and first; deltas of one
 * text, thought or call follow each other unless the provider interleaves them; {@link Stopped} may
 * come more than once for a choice, the last counts, and so does the last {@link UsageKnown}.
 */
public sealed interface ReplyEvent {
    /** The provider has begun; nothing is said yet. */
    record Started(@Nullable String id, @Nullable String model, @Nullable Long createdAt)
            implements ReplyEvent {}

    /** More text of the answer; never trimmed, never empty. */
    record TextDelta(int choice, String text) implements ReplyEvent {}

    /** More of the model's thinking. */
    record ReasoningDelta(int choice, String text) implements ReplyEvent {}

    /**
     * A block of thinking is complete.
     *
     * @param signature what the provider wants back with it
     * @param sealed encrypted thinking that only the provider can read
     */
    record ReasoningSealed(
            int choice, @Nullable String signature, @Nullable String sealed, Dialect origin)
            implements ReplyEvent {}

    /** More of the words in which the model declines. */
    record RefusalDelta(int choice, String text) implements ReplyEvent {}

    /**
     * A call of a tool begins.
     *
     * @param call counts the calls of the choice from 0
     * @param signature what the provider wants back with it
     * @param freeText whether the tool takes text as it is, and no JSON
     */
    record CallStarted(
            int choice,
            int call,
            String id,
            String name,
            @Nullable String signature,
            boolean freeText)
            implements ReplyEvent {
        public CallStarted(
                int choice, int call, String id, String name, @Nullable String signature) {
            this(choice, call, id, name, signature, false);
        }
    }

    /** More of a call's arguments, as JSON text or free text; never empty. */
    record CallDelta(int choice, int call, String arguments) implements ReplyEvent {}

    /** A part that came whole: a medium, or what only its own dialect understands. */
    record PartAdded(int choice, ContentPart part) implements ReplyEvent {}

    /** Where the text so far comes from. */
    record Cited(int choice, Citation citation) implements ReplyEvent {}

    /** Log probabilities of the text that came last, as OpenAI writes them. */
    record LogprobsAdded(int choice, JsonNode logprobs) implements ReplyEvent {}

    /** The choice has ended. */
    record Stopped(int choice, StopReason reason, @Nullable String stopSequence)
            implements ReplyEvent {}

    /** What the call has used up to now. */
    record UsageKnown(TokenUsage usage) implements ReplyEvent {}

    /**
     * The provider reports an error instead of going on.
     *
     * @param body the error as it came
     */
    record Failed(byte[] body) implements ReplyEvent {}

    /** The dialect's own terminator came: nothing follows. */
    record Finished() implements ReplyEvent {}
}
