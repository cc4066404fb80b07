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

        public boolean hasCalls() {
            return parts.stream()
                    .anyMatch(part ->
                            part instanceof ContentPart.ToolCall
                                    || (part instanceof ContentPart.Opaque it && it.isCall()));
        }
    }
}
