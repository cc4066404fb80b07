package dev.sluice.dataplane.conversation;

import dev.sluice.model.route.Dialect;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of one object that have no place in the conversation. They are written back into their own
 * dialect as they came; another dialect drops them, and says so.
 *
 * @param origin null where there are none
 * @param fields in the order in which they came
 */
public record Extensions(@Nullable Dialect origin, Map<String, JsonNode> fields) {
    public static final Extensions NONE = new Extensions(null, Map.of());

    public Extensions {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** What is left of an object once the known fields are taken. */
    public static Extensions rest(Dialect origin, JsonNode object, java.util.Set<String> known) {
        var rest = new LinkedHashMap<String, JsonNode>();
        object.properties()
                .forEach(field -> {
                    if (!known.contains(field.getKey())) {
                        rest.put(field.getKey(), field.getValue());
                    }
                });
        return rest.isEmpty() ? NONE : new Extensions(origin, rest);
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Whether they may be written into this dialect. */
    public boolean belongTo(Dialect dialect) {
        return origin == dialect;
    }

    /** Writes them into an object of their own dialect, where the field is not there yet. */
    public void writeInto(ObjectNode object, Dialect dialect) {
        if (belongTo(dialect)) {
            fields.forEach((name, value) -> {
                if (!object.has(name)) {
                    object.set(name, value);
                }
            });
        }
    }

    /** The field, where they come from this dialect. */
    public @Nullable JsonNode of(Dialect dialect, String field) {
        return belongTo(dialect) ? fields.get(field) : null;
    }
}
