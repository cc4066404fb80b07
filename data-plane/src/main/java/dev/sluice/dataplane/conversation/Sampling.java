package dev.sluice.dataplane.conversation;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How the model draws its words. Null is what the caller left to the provider.
 *
 * @param stop texts that end the answer
 * @param logitBias by token id, as OpenAI writes it; never portable to another tokenizer
 * @param topLogprobs alternatives for each token
 */
public record Sampling(
        @Nullable BigDecimal temperature,
        @Nullable BigDecimal topP,
        @Nullable Long topK,
        List<String> stop,
        @Nullable Long seed,
        @Nullable BigDecimal presencePenalty,
        @Nullable BigDecimal frequencyPenalty,
        @Nullable JsonNode logitBias,
        @Nullable Boolean logprobs,
        @Nullable Integer topLogprobs) {
    public static final Sampling DEFAULTS =
            new Sampling(null, null, null, List.of(), null, null, null, null, null, null);

    public Sampling {
        stop = List.copyOf(stop);
    }

    public Sampling withTemperature(@Nullable BigDecimal other) {
        return new Sampling(
                other,
                topP,
                topK,
                stop,
                seed,
                presencePenalty,
                frequencyPenalty,
                logitBias,
                logprobs,
                topLogprobs);
    }

    public Sampling withTopP(@Nullable BigDecimal other) {
        return new Sampling(
                temperature,
                other,
                topK,
                stop,
                seed,
                presencePenalty,
                frequencyPenalty,
                logitBias,
                logprobs,
                topLogprobs);
    }

    public Sampling withStop(List<String> other) {
        return new Sampling(
                temperature,
                topP,
                topK,
                other,
                seed,
                presencePenalty,
                frequencyPenalty,
                logitBias,
                logprobs,
                topLogprobs);
    }
}
