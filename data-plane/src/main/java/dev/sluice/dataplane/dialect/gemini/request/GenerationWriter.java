package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes the generation config. */
final class GenerationWriter {
    private static final int MOST_STOPS = 5;
    private static final int MOST_CANDIDATES = 8;
    private static final int MOST_LOGPROBS = 20;
    private static final BigDecimal PENALTY_END = new BigDecimal("2");
    private static final BigDecimal MOST_PENALTY = new BigDecimal("1.99");

    private final ModelLine model;
    private final Losses losses;
    private final ObjectNode config = SluiceJson.mapper().createObjectNode();

    GenerationWriter(ModelLine model, Losses losses) {
        this.model = model;
        this.losses = losses;
    }

    ObjectNode write(ChatRequest request) {
        writeSampling(request.sampling());
        Tree.put(config, "maxOutputTokens", request.outputCap());
        if (request.choices() > MOST_CANDIDATES) {
            throw losses.refused("More than " + MOST_CANDIDATES + " answers", "n");
        }
        if (request.choices() > 1) {
            config.put("candidateCount", request.choices());
        }
        writeFormat(request.format());
        if (request.reasoning() != null) {
            writeThinking(request.reasoning());
        }
        return config;
    }

    private void writeSampling(Sampling sampling) {
        put("temperature", sampling.temperature());
        put("topP", sampling.topP());
        Tree.put(config, "topK", sampling.topK());
        if (!sampling.stop().isEmpty()) {
            var stops = config.putArray("stopSequences");
            sampling.stop().stream().limit(MOST_STOPS).forEach(stops::add);
            if (sampling.stop().size() > MOST_STOPS) {
                losses.changed("stop", "shortened to " + MOST_STOPS + " texts");
            }
        }
        writeSeed(sampling.seed());
        put("presencePenalty", penalty("presence_penalty", sampling.presencePenalty()));
        put("frequencyPenalty", penalty("frequency_penalty", sampling.frequencyPenalty()));
        if (sampling.logitBias() != null) {
            losses.dropped("logit_bias");
        }
        writeLogprobs(sampling);
    }

    private void put(String field, @Nullable BigDecimal value) {
        Tree.put(config, field, value);
    }

    /** The dialect's seeds have 32 bits. */
    private void writeSeed(@Nullable Long seed) {
        if (seed == null) {
            return;
        }
        if (seed.intValue() != seed) {
            losses.changed("seed", "shortened to 32 bits");
        }
        config.put("seed", seed.intValue());
    }

    private @Nullable BigDecimal penalty(String field, @Nullable BigDecimal value) {
        if (value == null || value.compareTo(PENALTY_END) < 0) {
            return value;
        }
        losses.changed(field, "lowered to " + MOST_PENALTY);
        return MOST_PENALTY;
    }

    private void writeLogprobs(Sampling sampling) {
        Tree.put(config, "responseLogprobs", sampling.logprobs());
        if (sampling.topLogprobs() != null) {
            config.put("logprobs", Math.min(sampling.topLogprobs(), MOST_LOGPROBS));
        }
    }

    private void writeFormat(OutputFormat format) {
        switch (format) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ -> config.put("responseMimeType", "application/json");
            case OutputFormat.Schema schema -> {
                config.put("responseMimeType", "application/json");
                config.set("responseJsonSchema", schema.schema());
            }
        }
    }

    /** Budget and level exclude each other. */
    private void writeThinking(ReasoningWish wish) {
        var thinking = SluiceJson.mapper().createObjectNode();
        if (!wish.isOff() && !Boolean.FALSE.equals(wish.visible())) {
            thinking.put("includeThoughts", true);
        }
        var effort = wish.effort();
        if (wish.budgetTokens() == null && effort != null && model.takesLevels()) {
            thinking.put("thinkingLevel", level(effort));
        } else Tree.put(thinking, "thinkingBudget", wish.budgetOrEffort());
        if (!thinking.isEmpty()) {
            config.set("thinkingConfig", thinking);
        }
    }

    private String level(String effort) {
        return switch (effort.toLowerCase(Locale.ROOT)) {
            case "none" -> {
                losses.changed("reasoning_effort", "raised to the least that the model can think");
                yield model.leastLevel();
            }
            case "minimal" -> "MINIMAL";
            case "low" -> "LOW";
            case "medium" -> "MEDIUM";
            default -> "HIGH";
        };
    }
}
