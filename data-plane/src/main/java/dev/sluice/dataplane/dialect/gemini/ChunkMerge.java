package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.gemini.part.Field;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Some servers answer a plain call with the list of a stream's chunks: together they are one. */
final class ChunkMerge {
    private ChunkMerge() {}

    static JsonNode of(JsonNode chunks) {
        var whole = ((ObjectNode) chunks.get(0)).deepCopy();
        var candidates = new TreeMap<Integer, ObjectNode>();
        for (var chunk : chunks.values()) {
            if (chunk.has("error")) {
                return chunk;
            }
            chunk.properties().forEach(field -> whole.set(field.getKey(), field.getValue()));
            var place = 0;
            for (var candidate : ReplyFields.CANDIDATES.in(chunk).values()) {
                if (candidate instanceof ObjectNode one) {
                    candidates.merge(
                            ReplyFields.index(one, place++), one.deepCopy(), ChunkMerge::join);
                }
            }
        }
        if (!candidates.isEmpty()) {
            whole.putArray(ReplyFields.CANDIDATES.camel()).addAll(candidates.values());
        }
        return whole;
    }

    private static ObjectNode join(ObjectNode first, ObjectNode next) {
        var parts = first.withObject("/content").withArray("/parts");
        addParts(parts, Field.PARTS.in(ReplyFields.CONTENT.in(next)));
        next.properties()
                .forEach(field -> {
                    if (!field.getKey().equals(ReplyFields.CONTENT.camel())) {
                        first.set(field.getKey(), field.getValue());
                    }
                });
        return first;
    }

    /** A text goes on in the one before it. */
    private static void addParts(ArrayNode parts, JsonNode more) {
        for (var part : more.values()) {
            var last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
            if (last instanceof ObjectNode before && isText(before) && isText(part)) {
                before.put(
                        Field.TEXT.camel(),
                        Field.TEXT.text(before, "") + Field.TEXT.text(part, ""));
            } else {
                parts.add(part);
            }
        }
    }

    private static boolean isText(JsonNode part) {
        return part.size() == 1 && Field.TEXT.isIn(part);
    }
}
