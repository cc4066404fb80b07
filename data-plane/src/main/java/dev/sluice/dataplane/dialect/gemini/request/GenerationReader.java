package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.gemini.schema.OpenApiSchema;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the generation config. */
final class GenerationReader {
    private static final Field TEMPERATURE = Field.of("temperature");
    private static final Field TOP_P = Field.of("topP");
    private static final Field TOP_K = Field.of("topK");
    private static final Field CANDIDATES = Field.of("candidateCount");
    private static final Field CAP = Field.of("maxOutputTokens");
    private static final Field STOPS = Field.of("stopSequences");
    private static final Field SEED = Field.of("seed");
    private static final Field PRESENCE = Field.of("presencePenalty");
    private static final Field FREQUENCY = Field.of("frequencyPenalty");
    private static final Field WITH_LOGPROBS = Field.of("responseLogprobs");
    private static final Field LOGPROBS = Field.of("logprobs");
    private static final Field MIME_TYPE = Field.of("responseMimeType");
    private static final Field SCHEMA = Field.of("responseSchema");
    private static final Field JSON_SCHEMA = Field.of("responseJsonSchema");
    private static final Field MODALITIES = Field.of("responseModalities");
    private static final Field THINKING = Field.of("thinkingConfig");
    private static final Field BUDGET = Field.of("thinkingBudget");
    private static final Field LEVEL = Field.of("thinkingLevel");
    private static final Field VISIBLE = Field.of("includeThoughts");
    private static final Set<String> KNOWN =
            Field.names(
                    TEMPERATURE,
                    TOP_P,
                    TOP_K,
                    CANDIDATES,
                    CAP,
                    STOPS,
                    SEED,
                    PRESENCE,
                    FREQUENCY,
                    WITH_LOGPROBS,
                    LOGPROBS,
                    THINKING);

    private final JsonNode config;

    GenerationReader(JsonNode config) {
        this.config = config;
    }

    Sampling sampling() {
        var top = LOGPROBS.whole(config);
        return new Sampling(
                TEMPERATURE.decimal(config),
                TOP_P.decimal(config),
                topK(),
                stops(),
                SEED.whole(config),
                PRESENCE.decimal(config),
                FREQUENCY.decimal(config),
                null,
                WITH_LOGPROBS.flag(config),
                top == null ? null : (Integer) Math.clamp(top, 0, 100));
    }

    /** Some clients write it as 40.0. */
    private @Nullable Long topK() {
        var value = TOP_K.decimal(config);
        return value == null ? null : (Long) value.longValue();
    }

    private List<String> stops() {
        var stops = new ArrayList<String>();
        STOPS.in(config)
                .values()
                .forEach(one -> {
                    if (one.isString()) {
                        stops.add(one.asString());
                    }
                });
        return stops;
    }

    @Nullable Long cap() {
        return CAP.whole(config);
    }

    int candidates() {
        var count = CANDIDATES.whole(config);
        return count == null ? 1 : Math.clamp(count, 1, 128);
    }

    OutputFormat format() {
        if (!isJson()) {
            return OutputFormat.PLAIN;
        }
        var schema = JSON_SCHEMA.in(config);
        if (!schema.isObject()) {
            schema = OpenApiSchema.asJsonSchema(SCHEMA.in(config));
        }
        return schema.isObject()
                ? new OutputFormat.Schema(null, null, schema, null)
                : new OutputFormat.Json();
    }

    private boolean isJson() {
        return MIME_TYPE.text(config, "").startsWith("application/json");
    }

    @Nullable ReasoningWish reasoning() {
        var thinking = THINKING.in(config);
        if (!thinking.isObject()) {
            return null;
        }
        var level = LEVEL.text(thinking, "").toLowerCase(Locale.ROOT);
        return new ReasoningWish(
                level.isEmpty() || level.contains("unspecified") ? null : level,
                BUDGET.whole(thinking),
                VISIBLE.isTrue(thinking));
    }

    /** What has no place in the conversation; plain text as the only form is the default. */
    Extensions rest() {
        var rest = new LinkedHashMap<>(Field.rest(config, KNOWN).fields());
        var modalities = MODALITIES.in(config);
        if (modalities.size() == 1 && modalities.path(0).asString("").equalsIgnoreCase("TEXT")) {
            remove(rest, MODALITIES);
        }
        if (isJson() || MIME_TYPE.text(config, "").equals("text/plain")) {
            remove(rest, MIME_TYPE);
        }
        if (isJson()) {
            remove(rest, SCHEMA);
            remove(rest, JSON_SCHEMA);
        }
        return rest.isEmpty() ? Extensions.NONE : new Extensions(Dialect.GEMINI, rest);
    }

    private static void remove(Map<String, JsonNode> rest, Field field) {
        rest.remove(field.camel());
        rest.remove(field.snake());
    }
}
