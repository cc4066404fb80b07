package dev.sluice.control.metering;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.json.StoredText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * PostgreSQL holds neither U+0000 nor half a surrogate pair, but a caller may send both, as its end
 * user's name for one. They become U+FFFD.
 */
final class StorableText {
    private StorableText() {}

    /** The JSON text as it is, unless an escape might hide such a character. */
    static String json(String text) {
        if (!text.contains("\\u")) {
            return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
        }
        try {
            return SluiceJson.mapper()
                    .writeValueAsString(clean(SluiceJson.mapper().readTree(text)));
        } catch (JacksonException notJson) {
            return text.replace('\0', '\uFFFD');
        }
    }

    private static JsonNode clean(JsonNode node) {
        if (node instanceof ObjectNode object) {
            var cleaned = object.objectNode();
            object.properties()
                    .forEach(field -> cleaned.set(clean(field.getKey()), clean(field.getValue())));
            return cleaned;
        }
        if (node instanceof ArrayNode array) {
            var cleaned = array.arrayNode();
            array.forEach(element -> cleaned.add(clean(element)));
            return cleaned;
        }
        return node.isString() ? StringNode.valueOf(clean(node.asString())) : node;
    }

    private static String clean(String text) {
        var out = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> StoredText.canHold(c) ? c : 0xFFFD)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
