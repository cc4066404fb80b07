package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.model.json.SluiceJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Log probabilities, between this dialect's two lists and the one of OpenAI's form. */
public final class Logprobs {
    private static final Field CHOSEN = Field.of("chosenCandidates");
    private static final Field TOP = Field.of("topCandidates");
    private static final Field CANDIDATES = Field.of("candidates");
    private static final Field TOKEN = Field.of("token");
    private static final Field PROBABILITY = Field.of("logProbability");

    private Logprobs() {}

    public static @Nullable JsonNode read(JsonNode result) {
        var chosen = CHOSEN.in(result);
        if (chosen.isEmpty()) {
            return null;
        }
        var node = SluiceJson.mapper().createObjectNode();
        var content = node.putArray("content");
        for (var i = 0; i < chosen.size(); i++) {
            var one = content.addObject();
            put(one, chosen.get(i));
            var alternatives = one.putArray("top_logprobs");
            for (var other : CANDIDATES.in(TOP.in(result).path(i)).values()) {
                put(alternatives.addObject(), other);
            }
        }
        return node;
    }

    private static void put(ObjectNode to, JsonNode candidate) {
        to.put("token", TOKEN.text(candidate, ""));
        to.set("logprob", PROBABILITY.in(candidate));
        to.putNull("bytes");
    }

    /** Pieces of one answer, in their order. */
    public static ObjectNode write(List<JsonNode> pieces) {
        var node = SluiceJson.mapper().createObjectNode();
        var chosen = node.putArray(CHOSEN.camel());
        var top = node.putArray(TOP.camel());
        for (var piece : pieces) {
            for (var one : piece.path("content").values()) {
                add(chosen, one);
                var others = top.addObject().putArray(CANDIDATES.camel());
                one.path("top_logprobs").values().forEach(other -> add(others, other));
            }
        }
        return node;
    }

    private static void add(ArrayNode to, JsonNode one) {
        var node = to.addObject().put(TOKEN.camel(), one.path("token").asString(""));
        if (one.path("logprob").isNumber()) {
            node.set(PROBABILITY.camel(), one.path("logprob"));
        }
    }
}
