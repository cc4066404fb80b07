package dev.sluice.dataplane.dialect.testing;

import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.JsonNode;

/** JSON by its value: {@code 1}, {@code 1.0} and {@code 1e0} are one number. */
public final class SameJson {
    private SameJson() {}

    /** A text that is equal for equal values, whatever the order of fields. */
    public static String of(JsonNode node) {
        if (node.isNumber()) {
            return node.decimalValue().stripTrailingZeros().toPlainString();
        }
        if (node.isArray()) {
            return node.values().stream().map(SameJson::of).toList().toString();
        }
        if (node.isObject()) {
            return node.properties().stream()
                    .map(field -> quoted(field.getKey()) + ": " + of(field.getValue()))
                    .sorted()
                    .toList()
                    .toString()
                    .replaceAll("^\\[", "{")
                    .replaceAll("]$", "}");
        }
        return node.toString();
    }

    private static String quoted(String name) {
        return SluiceJson.write(name);
    }
}
