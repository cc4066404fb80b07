package dev.sluice.dataplane.fetch;

import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Where a text stands in a caller's body, in the words of the caller's own dialect. */
final class PlaceInBody {
    private PlaceInBody() {}

    /** Such as {@code messages[0].content[1].image_url.url}. */
    static String of(byte[] body, String text) {
        try {
            var found = find(SluiceJson.mapper().readTree(body), text, "");
            return found == null ? "the request" : found;
        } catch (JacksonException unreadable) {
            return "the request";
        }
    }

    private static @Nullable String find(JsonNode node, String text, String path) {
        if (node.isString()) {
            return node.asString().equals(text) ? path : null;
        }
        if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                var found = find(node.get(i), text, path + "[" + i + "]");
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
        for (var field : node.properties()) {
            var name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            var found = find(field.getValue(), text, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
