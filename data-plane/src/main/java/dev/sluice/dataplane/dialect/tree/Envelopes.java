package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.Envelope;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Envelopes of requests: fields that the gateway acts on are checked, the rest is not its business.
 */
public final class Envelopes {
    private Envelopes() {}

    /** Missing where there is none. */
    public static JsonNode value(JsonFields body, String field) {
        var span = body.span(field);
        return span == null
                ? MissingNode.getInstance()
                : ForeignJson.read(body.bytes(), span.from(), span.length());
    }

    /** The alias that path or body names; fails where neither does. */
    public static String alias(Door door, JsonFields body) {
        var inPath = door.model();
        if (inPath != null) {
            return inPath;
        }
        var node = value(body, "model");
        if (!node.isString() || node.asString().isBlank() || node.asString().length() > 256) {
            throw wrong("model", "must name a model, in at most 256 characters");
        }
        return node.asString();
    }

    /** The field must be a list with something in it. */
    public static void filledList(JsonNode node, String field) {
        if (!node.isArray() || node.isEmpty()) {
            throw wrong(field, "must be a list with at least one message");
        }
    }

    public static boolean flag(JsonFields body, String field, boolean otherwise) {
        var node = value(body, field);
        if (node.isMissingNode() || node.isNull()) {
            return otherwise;
        }
        if (!node.isBoolean()) {
            throw wrong(field, "must be true or false");
        }
        return node.asBoolean();
    }

    /** A cap of at least one token; null where there is none, or one that means no end. */
    public static @Nullable Long cap(JsonNode object, String field) {
        var node = object.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isNumber()) {
            throw wrong(field, "must be a whole number");
        }
        if (!node.canConvertToLong()) {
            return Tree.isPositive(node) ? Long.MAX_VALUE : null;
        }
        return node.asLong() > 0 ? node.asLong() : null;
    }

    public static GatewayFailure wrong(String field, String what) {
        return new GatewayFailure.Malformed("'" + field + "' " + what + ".", field);
    }

    public static Envelope of(
            String alias,
            boolean stream,
            @Nullable Long cap,
            String capField,
            boolean tools,
            boolean images) {
        return new Envelope(alias, stream, true, cap, capField, 1, 1, tools, images, null);
    }
}
