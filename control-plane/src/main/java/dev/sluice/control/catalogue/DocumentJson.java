package dev.sluice.control.catalogue;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.snapshot.ConfigBody;
import dev.sluice.model.snapshot.DocumentKind;
import java.util.ArrayList;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one JSON form of a body, so that two bodies that mean the same are the same text: no secret,
 * no empty object, no empty list but that of {@code aliases}, where empty means none.
 */
public final class DocumentJson {
    private DocumentJson() {}

    public static String canonical(ConfigBody body) {
        return SluiceJson.mapper().writeValueAsString(tree(body));
    }

    /** The same as a tree. */
    public static ObjectNode tree(ConfigBody body) {
        ObjectNode json = SluiceJson.mapper().valueToTree(body);
        json.remove("value");
        for (var secret : json.path("secrets")) {
            if (secret instanceof ObjectNode object) {
                object.remove("value");
                object.remove("sealed");
            }
        }
        prune(json);
        return json;
    }

    public static ConfigBody parse(DocumentKind kind, String json) {
        try {
            return SluiceJson.mapper().readValue(json, kind.bodyType());
        } catch (JacksonException unreadable) {
            throw new IllegalStateException("a stored " + kind.text() + " is broken", unreadable);
        }
    }

    private static void prune(ObjectNode object) {
        for (var name : new ArrayList<>(object.propertyNames())) {
            var value = object.get(name);
            if (value instanceof ObjectNode inner) {
                prune(inner);
            }
            if (value.isArray()) {
                pruneEntries(value);
            }
            if (value.isContainer() && value.isEmpty() && !name.equals("aliases")) {
                object.remove(name);
            }
        }
    }

    private static void pruneEntries(JsonNode list) {
        for (var entry : list) {
            if (entry instanceof ObjectNode inner) {
                prune(inner);
            }
        }
    }
}
