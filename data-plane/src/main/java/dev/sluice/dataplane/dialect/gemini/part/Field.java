package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.model.route.Dialect;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A field in both its spellings: Google's servers take camel and snake case alike. */
public record Field(String camel, String snake) {
    public static final Field THOUGHT_SIGNATURE = of("thoughtSignature");
    public static final Field THOUGHT = of("thought");
    public static final Field TEXT = of("text");
    public static final Field PARTS = of("parts");
    public static final Field ROLE = of("role");
    public static final Field NAME = of("name");
    public static final Field ID = of("id");
    public static final Field FUNCTION_CALL = of("functionCall");
    public static final Field FUNCTION_RESPONSE = of("functionResponse");

    public static Field of(String camel) {
        return new Field(camel, camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
    }

    /** The value; missing where it is absent or null. */
    public JsonNode in(JsonNode object) {
        var node = object.path(camel);
        if (node.isMissingNode() || node.isNull()) {
            node = object.path(snake);
        }
        return node.isNull() ? MissingNode.getInstance() : node;
    }

    public boolean isIn(JsonNode object) {
        return !in(object).isMissingNode();
    }

    public @Nullable String text(JsonNode object) {
        var node = in(object);
        return node.isString() ? node.asString() : null;
    }

    public String text(JsonNode object, String otherwise) {
        var node = in(object);
        return node.isString() ? node.asString() : otherwise;
    }

    public @Nullable Boolean flag(JsonNode object) {
        var node = in(object);
        return node.isBoolean() ? node.asBoolean() : null;
    }

    public boolean isTrue(JsonNode object) {
        return Boolean.TRUE.equals(flag(object));
    }

    public @Nullable BigDecimal decimal(JsonNode object) {
        var node = in(object);
        return node.isNumber() ? node.decimalValue() : null;
    }

    /** A whole number; the dialect writes long ones as texts. */
    public @Nullable Long whole(JsonNode object) {
        var node = in(object);
        if (node.isString() && node.asString().matches("-?\\d{1,18}")) {
            return Long.parseLong(node.asString());
        }
        return node.isNumber() && node.canConvertToLong() ? (Long) node.longValue() : null;
    }

    /** Both spellings of all of them. */
    public static Set<String> names(Field... fields) {
        return Arrays.stream(fields)
                .<String>mapMulti((field, names) -> {
                    names.accept(field.camel);
                    names.accept(field.snake);
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What is left of an object once the known fields are taken; null says nothing. */
    public static Extensions rest(JsonNode object, Set<String> known) {
        var rest = new LinkedHashMap<String, JsonNode>();
        object.properties()
                .forEach(field -> {
                    if (!known.contains(field.getKey()) && !field.getValue().isNull()) {
                        rest.put(field.getKey(), field.getValue());
                    }
                });
        return rest.isEmpty() ? Extensions.NONE : new Extensions(Dialect.GEMINI, rest);
    }
}
