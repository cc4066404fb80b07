package dev.sluice.dataplane.dialect.gemini.schema;

import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says a JSON Schema in the piece of OpenAPI that every server of the dialect takes. Rules that
 * only narrow a value are left out; where the shape itself would change, the reducer gives up.
 */
public final class SchemaReducer {
    /** Rules that the piece has, too, written as they are. */
    private static final Set<String> KEPT =
            Set.of(
                    "title",
                    "description",
                    "nullable",
                    "minItems",
                    "maxItems",
                    "minProperties",
                    "maxProperties",
                    "minLength",
                    "maxLength",
                    "pattern",
                    "minimum",
                    "maximum");

    /** What makes the shape another one. */
    private static final Set<String> BEYOND =
            Set.of(
                    "patternProperties",
                    "not",
                    "if",
                    "then",
                    "else",
                    "dependentSchemas",
                    "$dynamicRef");

    private static final Set<String> FORMATS =
            Set.of("enum", "date-time", "float", "double", "int32", "int64");
    private static final int DEEPEST = 64;

    private final JsonNode root;
    private final Deque<String> references = new ArrayDeque<>();

    /** A shape that the piece cannot say. */
    private static final class Inexpressible extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Inexpressible() {
            super(null, null, false, false);
        }
    }

    private SchemaReducer(JsonNode root) {
        this.root = root;
    }

    /** Null where the piece cannot say it; empty where a function takes nothing. */
    public static @Nullable ObjectNode reduce(JsonNode schema) {
        try {
            var reduced = new SchemaReducer(schema).reduced(schema, 0);
            var takesNothing =
                    reduced.path("type").asString("").equals("OBJECT")
                            && !reduced.has("properties")
                            && !reduced.has("anyOf");
            return takesNothing ? SluiceJson.mapper().createObjectNode() : reduced;
        } catch (Inexpressible shape) {
            return null;
        }
    }

    private ObjectNode reduced(JsonNode schema, int depth) {
        if (!schema.isObject() || depth > DEEPEST) {
            throw new Inexpressible();
        }
        if (schema.path("$ref").isString()) {
            return referred(schema, depth);
        }
        if (schema.properties().stream().anyMatch(field -> BEYOND.contains(field.getKey()))) {
            throw new Inexpressible();
        }
        var out = SluiceJson.mapper().createObjectNode();
        writeType(schema, out);
        for (var field : schema.properties()) {
            if (KEPT.contains(field.getKey())) {
                out.set(field.getKey(), field.getValue());
            }
        }
        writeFormat(schema, out);
        writeValues(schema, out);
        writeLimits(schema, out);
        writeProperties(schema, out, depth);
        writeItems(schema, out, depth);
        writeAlternatives(schema, out, depth);
        for (var one : schema.path("allOf").values()) {
            merge(out, reduced(one, depth + 1));
        }
        return out;
    }

    /** What is described elsewhere in the schema stands here instead. */
    private ObjectNode referred(JsonNode schema, int depth) {
        var path = schema.path("$ref").asString();
        if (!path.startsWith("#/") || references.contains(path)) {
            throw new Inexpressible();
        }
        references.push(path);
        var out = reduced(root.at(path.substring(1)), depth + 1);
        references.pop();
        if (schema.path("description").isString()) {
            out.set("description", schema.path("description"));
        }
        return out;
    }

    private void writeType(JsonNode schema, ObjectNode out) {
        var types = new LinkedHashSet<String>();
        var type = schema.path("type");
        if (type.isString()) {
            types.add(type.asString().toLowerCase(Locale.ROOT));
        }
        type.values().forEach(one -> types.add(one.asString("").toLowerCase(Locale.ROOT)));
        if (types.remove("null")) {
            out.put("nullable", true);
        }
        if (types.isEmpty() && (schema.has("properties") || schema.has("required"))) {
            types.add("object");
        }
        if (types.size() == 1) {
            out.put("type", types.getFirst().toUpperCase(Locale.ROOT));
        } else if (types.size() > 1) {
            var any = out.putArray("anyOf");
            types.forEach(one -> any.addObject().put("type", one.toUpperCase(Locale.ROOT)));
        }
    }

    private static void writeFormat(JsonNode schema, ObjectNode out) {
        if (FORMATS.contains(schema.path("format").asString(""))) {
            out.set("format", schema.path("format"));
        }
    }

    /** The values of a text can be listed, those of other types cannot. */
    private static void writeValues(JsonNode schema, ObjectNode out) {
        var values = SluiceJson.mapper().createArrayNode();
        if (schema.has("const")) {
            values.add(schema.path("const"));
        }
        schema.path("enum").values().forEach(values::add);
        if (values.isEmpty()) {
            return;
        }
        var texts = SluiceJson.mapper().createArrayNode();
        for (var value : values.values()) {
            if (value.isNull()) {
                out.put("nullable", true);
            } else if (value.isString()) {
                texts.add(value);
            } else {
                throw new Inexpressible();
            }
        }
        if (!texts.isEmpty()) {
            out.put("type", "STRING");
            out.set("enum", texts);
        }
    }

    /** An open limit of a whole number is the closed one beside it. */
    private static void writeLimits(JsonNode schema, ObjectNode out) {
        var step =
                out.path("type").asString("").equals("INTEGER") ? BigDecimal.ONE : BigDecimal.ZERO;
        var above = schema.path("exclusiveMinimum");
        if (above.isNumber() && !out.has("minimum")) {
            out.put("minimum", above.decimalValue().add(step));
        }
        var below = schema.path("exclusiveMaximum");
        if (below.isNumber() && !out.has("maximum")) {
            out.put("maximum", below.decimalValue().subtract(step));
        }
    }

    private void writeProperties(JsonNode schema, ObjectNode out, int depth) {
        var properties = schema.path("properties");
        if (properties.isObject() && !properties.isEmpty()) {
            var written = out.putObject("properties");
            properties
                    .properties()
                    .forEach(field ->
                            written.set(field.getKey(), reduced(field.getValue(), depth + 1)));
        }
        var more = schema.path("additionalProperties");
        if (more.isObject() && !more.isEmpty()) {
            throw new Inexpressible(); // a map of names that nobody knows before
        }
        var required = SluiceJson.mapper().createArrayNode();
        schema.path("required")
                .values()
                .forEach(name -> {
                    if (properties.has(name.asString(""))) {
                        required.add(name);
                    }
                });
        if (!required.isEmpty()) {
            out.set("required", required);
        }
    }

    private void writeItems(JsonNode schema, ObjectNode out, int depth) {
        if (!out.path("type").asString("").equals("ARRAY")) {
            return;
        }
        var items = schema.path("items");
        var first = items.isArray() ? items.path(0) : items;
        if (!first.isObject()) {
            first = schema.path("prefixItems").path(0);
        }
        out.set("items", reduced(first, depth + 1));
    }

    private void writeAlternatives(JsonNode schema, ObjectNode out, int depth) {
        var any = SluiceJson.mapper().createArrayNode();
        for (var field : Set.of("anyOf", "oneOf")) {
            for (var one : schema.path(field).values()) {
                if (one.path("type").asString("").equals("null")) {
                    out.put("nullable", true);
                } else {
                    any.add(reduced(one, depth + 1));
                }
            }
        }
        if (any.size() == 1) {
            merge(out, (ObjectNode) any.get(0));
        } else if (!any.isEmpty()) {
            out.set("anyOf", any);
        }
    }

    private static void merge(ObjectNode out, ObjectNode more) {
        for (var field : more.properties()) {
            var before = out.get(field.getKey());
            if (before instanceof ObjectNode object
                    && field.getValue() instanceof ObjectNode next) {
                merge(object, next);
            } else if (before instanceof ArrayNode array
                    && field.getValue() instanceof ArrayNode next) {
                array.addAll(next);
            } else if (before == null) {
                out.set(field.getKey(), field.getValue());
            }
        }
    }
}
