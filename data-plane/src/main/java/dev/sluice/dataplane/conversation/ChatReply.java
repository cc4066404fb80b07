package dev.sluice.dataplane.conversation;

import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A whole answer.
 *
 * @param id the provider's own
 * @param model as the provider names it
 * @param createdAt seconds since 1970
 * @param usage null where the provider tells none
 */
public record ChatReply(
        @Nullable String id,
        @Nullable String model,
        @Nullable Long createdAt,
        List<Choice> choices,
        @Nullable TokenUsage usage,
        Extensions extensions) {
    public ChatReply {
        choices = List.copyOf(choices);
    }

    public ChatReply withUsage(@Nullable TokenUsage other) {
        return new ChatReply(id, model, createdAt, choices, other, extensions);
    }

    public ChatReply withChoices(List<Choice> others) {
        return new ChatReply(id, model, createdAt, others, usage, extensions);
    }

    /** Whether each choice is an answer that came to its own end: no refusal, and not nothing. */
    public boolean isWorthKeeping() {
        return !choices.isEmpty() && choices.stream().allMatch(Choice::isWorthKeeping);
    }

    /**
     * One of the answers.
     *
     * @param stopSequence the text that ended it
     * @param logprobs as OpenAI writes them: {@code {"content":[…],"refusal":[…]}}
     */
    public record Choice(
            int index,
            List<ContentPart> parts,
            StopReason stop,
            @Nullable String stopSequence,
            @Nullable JsonNode logprobs,
            Extensions extensions) {
        public Choice {
            parts = List.copyOf(parts);
        }

        public Choice withParts(List<ContentPart> others) {
            return new Choice(index, others, stop, stopSequence, logprobs, extensions);
        }

        public Choice withStop(StopReason other) {
            return new Choice(index, parts, other, stopSequence, logprobs, extensions);
        }

        private boolean isWorthKeeping() {
            var ended =
                    switch (stop) {
                        case END, STOP_SEQUENCE, TOOL_CALLS -> true;
                        case LENGTH,
                                CONTEXT_FULL,
                                FILTERED,
                                REFUSED,
                                PAUSED,
                                MALFORMED_CALL,
                                BROKEN,
                                INTERRUPTED ->
                                false;
                    };
            return ended
                    && parts.stream().noneMatch(ContentPart.Refusal.class::isInstance)
                    && parts.stream().anyMatch(Choice::saysSomething);
        }

        private static boolean saysSomething(ContentPart part) {
            return switch (part) {
                case ContentPart.Text text -> !text.text().isBlank();
                case ContentPart.Reasoning _, ContentPart.Refusal _ -> false;
                case ContentPart.Media _,
                        ContentPart.ToolCall _,
                        ContentPart.ToolResult _,
                        ContentPart.Opaque _ ->
                        true;
            };
        }

        public boolean hasCalls() {
            return parts.stream()
                    .anyMatch(part ->
                            part instanceof ContentPart.ToolCall
                                    || (part instanceof ContentPart.Opaque it && it.isCall()));
        }
    }
}
