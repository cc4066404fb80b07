package dev.sluice.dataplane.dialect.embedding;

import dev.sluice.dataplane.call.GatewayFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads what several dialects write alike. */
final class Texts {
    private Texts() {}

    /** One text or a list of them; tokens of one provider's model mean nothing to another's. */
    static List<String> read(JsonNode input, String field) {
        var texts = new ArrayList<String>();
        if (input.isString()) {
            texts.add(input.asString());
        }
        for (var one : input.values()) {
            if (!one.isString()) {
                throw new GatewayFailure.Unsupported(
                        "'"
                                + field
                                + "' must hold texts: tokens cannot be said to a model of another"
                                + " provider.",
                        field);
            }
            texts.add(one.asString());
        }
        if (texts.isEmpty()) {
            throw new GatewayFailure.Malformed("'" + field + "' must hold texts.", field);
        }
        return texts;
    }

    /** The items in their order, so many at a time. */
    static <T> List<List<T>> batches(List<T> items, int most) {
        var size = Math.clamp(items.size(), 1, most);
        return items.stream().gather(Gatherers.windowFixed(size)).toList();
    }

    static @Nullable Long whole(JsonNode node) {
        return node.isNumber() && node.canConvertToLong() ? (Long) node.longValue() : null;
    }

    static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }

    static List<JsonNode> vectors(JsonNode list) {
        var vectors = new ArrayList<JsonNode>();
        list.values().forEach(addTo(vectors));
        return vectors;
    }

    static Consumer<JsonNode> addTo(List<JsonNode> vectors) {
        return vector -> {
            if (vector.isArray()) {
                vectors.add(vector);
            }
        };
    }
}
