package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.ServiceTiers;
import dev.sluice.model.usage.TokenUsage;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The dialect's usage: candidates without thoughts, and prompts of tools beside the prompt. Inside
 * the gateway input and output include everything.
 */
public final class GeminiUsage {
    /** No token count is larger than this; what is, is nonsense and must not overflow a sum. */
    private static final long MOST = 1_000_000_000_000L;

    private static final Field PROMPT = Field.of("promptTokenCount");
    private static final Field TOOL_PROMPT = Field.of("toolUsePromptTokenCount");
    private static final Field CACHED = Field.of("cachedContentTokenCount");
    private static final Field CANDIDATES = Field.of("candidatesTokenCount");
    private static final Field THOUGHTS = Field.of("thoughtsTokenCount");
    private static final Field TOTAL = Field.of("totalTokenCount");
    private static final Field PROMPT_DETAILS = Field.of("promptTokensDetails");
    private static final Field CANDIDATES_DETAILS = Field.of("candidatesTokensDetails");
    private static final Field MODALITY = Field.of("modality");
    private static final Field TOKENS = Field.of("tokenCount");
    private static final Field SERVICE_TIER = Field.of("serviceTier");

    /** Its own words: another provider's would be none to its callers. */
    private static final Set<String> TIERS = Set.of("flex", "standard", "priority");

    private static final String AUDIO = "AUDIO";

    private GeminiUsage() {}

    /** Null where the object names no figure at all. */
    public static @Nullable TokenUsage read(JsonNode usage) {
        if (!PROMPT.isIn(usage) && !CANDIDATES.isIn(usage) && !TOTAL.isIn(usage)) {
            return null;
        }
        var thoughts = figure(usage, THOUGHTS);
        var input = figure(usage, PROMPT) + figure(usage, TOOL_PROMPT);
        var output = figure(usage, CANDIDATES) + thoughts;
        if (!CANDIDATES.isIn(usage) && PROMPT.isIn(usage)) {
            output = Math.max(output, figure(usage, TOTAL) - input);
        }
        return new TokenUsage(
                        input,
                        figure(usage, CACHED),
                        0,
                        0,
                        output,
                        thoughts,
                        audio(PROMPT_DETAILS.in(usage)),
                        audio(CANDIDATES_DETAILS.in(usage)))
                .servedAt(ServiceTiers.named(SERVICE_TIER.text(usage)));
    }

    private static long audio(JsonNode details) {
        var sum = 0L;
        for (var one : details.values()) {
            if (AUDIO.equals(MODALITY.text(one))) {
                sum += figure(one, TOKENS);
            }
        }
        return sum;
    }

    private static long figure(JsonNode object, Field field) {
        var value = field.whole(object);
        return value == null ? 0 : Math.clamp(value, 0, MOST);
    }

    /** For a caller of the dialect. */
    public static ObjectNode write(TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put(PROMPT.camel(), usage.input());
        if (usage.cachedInput() > 0) {
            node.put(CACHED.camel(), usage.cachedInput());
        }
        node.put(CANDIDATES.camel(), usage.output() - usage.reasoning());
        if (usage.reasoning() > 0) {
            node.put(THOUGHTS.camel(), usage.reasoning());
        }
        node.put(TOTAL.camel(), usage.total());
        if (usage.serviceTier() != null && TIERS.contains(usage.serviceTier())) {
            node.put(SERVICE_TIER.camel(), usage.serviceTier());
        }
        writeAudio(node, PROMPT_DETAILS, usage.audioInput(), usage.input());
        writeAudio(
                node, CANDIDATES_DETAILS, usage.audioOutput(), usage.output() - usage.reasoning());
        return node;
    }

    private static void writeAudio(ObjectNode usage, Field field, long audio, long all) {
        if (audio > 0) {
            var details = usage.putArray(field.camel());
            details.addObject().put("modality", "TEXT").put("tokenCount", all - audio);
            details.addObject().put("modality", AUDIO).put("tokenCount", audio);
        }
    }
}
