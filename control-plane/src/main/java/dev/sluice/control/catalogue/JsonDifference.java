package dev.sluice.control.catalogue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The leaves in which two documents differ, as {@code targets[0].weight: 70 → 80}. */
public final class JsonDifference {
    private static final String NOTHING = "–";
    private static final int MOST_CHARACTERS = 80;

    private final List<String> lines = new ArrayList<>();

    private JsonDifference() {}

    public static List<String> between(JsonNode before, JsonNode after) {
        var difference = new JsonDifference();
        difference.compare("", before, after);
        return List.copyOf(difference.lines);
    }

    private void compare(String path, JsonNode before, JsonNode after) {
        if (before.equals(after)) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            var names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (var name : names) {
                compare(
                        path.isEmpty() ? name : path + "." + name,
                        before.path(name),
                        after.path(name));
            }
        } else if (before.isArray() && after.isArray()) {
            for (var i = 0; i < Math.max(before.size(), after.size()); i++) {
                compare(path + "[" + i + "]", before.path(i), after.path(i));
            }
        } else {
            lines.add(path + ": " + text(before) + " → " + text(after));
        }
    }

    private static String text(JsonNode value) {
        if (value.isMissingNode()) {
            return NOTHING;
        }
        var text = value.isValueNode() ? value.asString() : value.toString();
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
