package dev.sluice.dataplane.dialect.gemini.schema;

import dev.sluice.model.json.SluiceJson;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the dialect's own schemas, a piece of OpenAPI 3.0, as the JSON Schema that they mean. */
public final class OpenApiSchema {
    private static final Set<String> NUMBERS =
            Set.of(
                    "minItems",
                    "maxItems",
                    "minProperties",
                    "maxProperties",
                    "minLength",
                    "maxLength");

    private OpenApiSchema() {}

    public static JsonNode asJsonSchema(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        var out = SluiceJson.mapper().createObjectNode();
        object.properties().forEach(field -> put(out, field.getKey(), field.getValue()));
        if (object.path("nullable").asBoolean(false) && out.path("type").isString()) {
            var type = out.path("type");
            out.putArray("type").add(type).add("null");
            out.remove("nullable");
        }
        return out;
    }

    private static void put(ObjectNode out, String name, JsonNode value) {
        switch (name) {
            case "type" -> {
                if (value.isString()) {
                    out.put(name, value.asString().toLowerCase(Locale.ROOT));
                } else {
                    out.set(name, value);
                }
            }
            case "properties" -> {
                var properties = out.putObject(name);
                value.properties()
                        .forEach(field ->
                                properties.set(field.getKey(), asJsonSchema(field.getValue())));
            }
            case "items" -> out.set(name, asJsonSchema(value));
            case "anyOf", "any_of" -> {
                var any = out.putArray("anyOf");
                value.values().forEach(one -> any.add(asJsonSchema(one)));
            }
            case "propertyOrdering", "property_ordering" -> {} // an order is no rule
            default -> {
                var isText = NUMBERS.contains(name) && value.isString();
                if (isText && value.asString().matches("\\d{1,9}")) {
                    out.put(name, Integer.parseInt(value.asString()));
                } else {
                    out.set(name, value);
                }
            }
        }
    }
}
