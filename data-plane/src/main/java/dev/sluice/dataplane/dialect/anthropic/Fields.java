package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.CacheMark;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Fields of the dialect's objects, read without complaint. */
public final class Fields {
    private static final String CACHE_CONTROL = "cache_control";

    private Fields() {}

    public static @Nullable String text(JsonNode object, String field) {
        return object.path(field).isString() ? object.path(field).asString() : null;
    }

    public static @Nullable Boolean flag(JsonNode object, String field) {
        return object.path(field).isBoolean() ? object.path(field).asBoolean() : null;
    }

    public static @Nullable BigDecimal decimal(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).decimalValue() : null;
    }

    public static @Nullable Long whole(JsonNode object, String field) {
        var node = object.path(field);
        return node.isNumber() && node.canConvertToLong() ? node.asLong() : null;
    }

    public static @Nullable CacheMark mark(JsonNode object) {
        var mark = object.path(CACHE_CONTROL);
        return mark.isObject() ? new CacheMark(text(mark, "ttl")) : null;
    }

    public static void writeMark(ObjectNode object, @Nullable CacheMark mark) {
        if (mark != null) {
            var node = object.putObject(CACHE_CONTROL).put("type", "ephemeral");
            Tree.put(node, "ttl", mark.ttl());
        }
    }

    /** The arguments of a call as text, digit for digit; none is an empty object. */
    static String argumentsOf(JsonNode input) {
        return input.isMissingNode() || input.isNull()
                ? "{}"
                : input.isString() ? input.asString() : ForeignJson.text(input);
    }

    /**
     * Puts the arguments of a call as the object that the dialect wants. Text that is none goes
     * into a wrapper, for an empty object would hide it.
     *
     * @return whether it was one
     */
    public static boolean writeInput(ObjectNode object, String arguments) {
        if (arguments.isBlank() || arguments.strip().equals("null")) {
            object.putObject("input");
            return true;
        }
        try {
            if (ForeignJson.read(arguments).isObject()) {
                object.putRawValue("input", new RawValue(arguments));
                return true;
            }
        } catch (JacksonException broken) {
            // What models write need not be JSON.
        }
        object.putObject("input").put("_raw", arguments);
        return false;
    }
}
