package dev.sluice.simulator.measure;

import dev.sluice.simulator.answer.TokenRule;
import dev.sluice.simulator.script.Script;
import dev.sluice.simulator.script.UsageMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What was measured for one call.
 *
 * @param tokens as they are told
 * @param number of the call in the books, for ids
 */
public record Figures(Asked asked, int tokens, String model, long number, Script script) {
    private static final int DIMENSIONS_DEFAULT = 64;

    /** Texts, or token numbers in place of them, and how many tokens they are. */
    public record Asked(List<JsonNode> texts, int tokens) {
        public static Asked of(List<JsonNode> texts) {
            if (texts.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to measure in the request");
            }
            int tokens = 0;
            for (JsonNode text : texts) {
                tokens += text.isString() ? TokenRule.ofText(text.stringValue()) : text.size();
            }
            return new Asked(texts, tokens);
        }

        /** A text, an array of texts, one array of token numbers, or an array of those. */
        public static Asked ofInput(JsonNode input) {
            if (input.isString() || (input.isArray() && input.path(0).isNumber())) {
                return of(List.of(input));
            }
            List<JsonNode> each = new ArrayList<>();
            if (input.isArray()) {
                input.forEach(each::add);
            }
            return of(each);
        }
    }

    /** One unit vector a text; {@code wished} is the request's wish. */
    public List<float[]> vectors(JsonNode wished) {
        int scripted = script.content().dimensions();
        int dimensions = scripted > 0 ? scripted : wished.asInt(DIMENSIONS_DEFAULT);
        return asked.texts().stream()
                .map(text -> Embedding.of(text.toString(), dimensions))
                .toList();
    }

    /** A document's place in the request and how well it fits; the first text is the query. */
    public record Score(int index, double relevance) {}

    /** The best first, at most {@code wished} of them. */
    public List<Score> scores(JsonNode wished) {
        float[] query = Embedding.of(asked.texts().getFirst().toString(), DIMENSIONS_DEFAULT);
        return IntStream.range(1, asked.texts().size())
                .mapToObj(i -> new Score(i - 1, fit(query, asked.texts().get(i))))
                .sorted(Comparator.comparingDouble(Score::relevance).reversed())
                .limit(wished.asInt(Integer.MAX_VALUE))
                .toList();
    }

    private static double fit(float[] query, JsonNode document) {
        float[] other = Embedding.of(document.toString(), DIMENSIONS_DEFAULT);
        double product = 0;
        for (int i = 0; i < other.length; i++) {
            product += query[i] * other[i];
        }
        return (1 + product) / 2;
    }

    /** Puts usage where it is told, null where that is scripted. */
    public void usage(Map<String, @Nullable Object> into, String field, Supplier<Object> usage) {
        UsageMode mode = script.usage().mode();
        if (mode == UsageMode.NULL) {
            into.put(field, null);
        } else if (mode != UsageMode.NEVER) {
            into.put(field, usage.get());
        }
    }
}
