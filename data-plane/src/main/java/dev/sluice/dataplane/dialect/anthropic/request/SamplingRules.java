package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What of the sampling the dialect and the model take. */
final class SamplingRules {
    private static final BigDecimal LEAST_TOP_P_WITH_THINKING = new BigDecimal("0.95");
    private static final BigDecimal LEAST_TOP_P_OF_NEWEST = new BigDecimal("0.99");

    private final ClaudeModel model;
    private final Losses losses;

    SamplingRules(ClaudeModel model, Losses losses) {
        this.model = model;
        this.losses = losses;
    }

    void write(ObjectNode body, Sampling sampling, boolean thinks) {
        writeTemperature(body, sampling, thinks);
        writeTopP(body, sampling, thinks);
        if (sampling.topK() != null) {
            if (thinks || !model.takesSampling()) {
                losses.changed("top_k", "dropped: " + reason(thinks));
            } else {
                body.put("top_k", sampling.topK());
            }
        }
        writeStops(body, sampling.stop());
        drop("seed", sampling.seed());
        drop("presence_penalty", sampling.presencePenalty());
        drop("frequency_penalty", sampling.frequencyPenalty());
        drop("logit_bias", sampling.logitBias());
        if (Boolean.TRUE.equals(sampling.logprobs())) {
            losses.dropped("logprobs");
        }
        drop("top_logprobs", sampling.topLogprobs());
    }

    private static String reason(boolean thinks) {
        return thinks ? "the target takes none while it thinks" : "the model takes none";
    }

    private void drop(String field, @Nullable Object value) {
        if (value != null) {
            losses.dropped(field);
        }
    }

    private void writeTemperature(ObjectNode body, Sampling sampling, boolean thinks) {
        var asked = sampling.temperature();
        if (asked == null) {
            return;
        }
        var taken = asked.min(BigDecimal.ONE).max(BigDecimal.ZERO);
        var isOne = taken.compareTo(BigDecimal.ONE) == 0;
        if (!isOne && (thinks || !model.takesSampling())) {
            losses.changed("temperature", "dropped: " + reason(thinks));
            return;
        }
        if (taken.compareTo(asked) != 0) {
            losses.changed("temperature", "lowered from " + asked.toPlainString() + " to 1");
        }
        body.put("temperature", taken);
    }

    private void writeTopP(ObjectNode body, Sampling sampling, boolean thinks) {
        var asked = sampling.topP();
        if (asked == null) {
            return;
        }
        if (body.has("temperature") && !model.takesBoth()) {
            losses.changed("top_p", "dropped: the target takes it or temperature, not both");
        } else if (thinks && asked.compareTo(LEAST_TOP_P_WITH_THINKING) < 0) {
            losses.changed("top_p", "dropped: " + reason(true));
        } else if (!model.takesSampling() && asked.compareTo(LEAST_TOP_P_OF_NEWEST) < 0) {
            losses.changed("top_p", "dropped: " + reason(false));
        } else {
            body.put("top_p", asked);
        }
    }

    private void writeStops(ObjectNode body, List<String> stops) {
        var taken = stops.stream().filter(stop -> !stop.isBlank()).toList();
        if (taken.size() < stops.size()) {
            losses.changed("stop", "without its blank texts, which the target does not take");
        }
        if (!taken.isEmpty()) {
            var array = body.putArray("stop_sequences");
            taken.forEach(array::add);
        }
    }
}
