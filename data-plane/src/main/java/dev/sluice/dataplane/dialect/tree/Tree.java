package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Values of a JSON tree as the conversation holds them; what is of another type is not there. */
public final class Tree {
    /** What is more is nonsense, and must not overflow a sum. */
    private static final BigDecimal MOST_TOKENS = BigDecimal.valueOf(1_000_000_000_000L);

    private Tree() {}

    public static @Nullable JsonNode given(JsonNode object, String field) {
        var node = object.path(field);
        return node.isMissingNode() || node.isNull() ? null : node;
    }

    public static @Nullable String text(JsonNode object, String field) {
        return object.path(field).isString() ? object.path(field).asString() : null;
    }

    public static @Nullable Boolean flag(JsonNode object, String field) {
        return object.path(field).isBoolean() ? object.path(field).asBoolean() : null;
    }

    public static @Nullable BigDecimal decimal(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).decimalValue() : null;
    }

    /** A fraction is cut; what is beyond a long is not there. */
    public static @Nullable Long whole(JsonNode object, String field) {
        return whole(object.path(field));
    }

    public static @Nullable Long whole(JsonNode node) {
        return node.isNumber() && node.canConvertToLong() ? node.asLong() : null;
    }

    /** As {@link #whole(JsonNode)}; what is beyond an int is not there. */
    public static @Nullable Integer small(JsonNode node) {
        return node.isNumber() && node.canConvertToInt() ? node.asInt() : null;
    }

    /** A positive cap; null where there is none, or one that means no end. */
    public static @Nullable Long cap(JsonNode object, String field) {
        var cap = whole(object, field);
        return cap == null || cap <= 0 ? null : cap;
    }

    /** A count of tokens: never negative, never absurd; 0 where there is none. */
    public static long tokens(JsonNode object, String field) {
        return tokens(object.path(field));
    }

    public static long tokens(JsonNode node) {
        return isCount(node) ? node.decimalValue().longValue() : 0;
    }

    /** Whether it can be a count of tokens; what cannot tells nothing, and the own count bills. */
    public static boolean isCount(JsonNode node) {
        if (!node.isNumber()) {
            return false;
        }
        var value = node.decimalValue();
        return value.signum() >= 0 && value.compareTo(MOST_TOKENS) <= 0 && isWhole(value);
    }

    private static boolean isWhole(BigDecimal value) {
        return value.scale() <= 0 || value.stripTrailingZeros().scale() <= 0;
    }

    /** Also of numbers that no primitive type holds. */
    public static boolean isPositive(JsonNode number) {
        return number.decimalValue().signum() > 0;
    }

    /** Says what was given, and nothing of what was not. */
    public static void put(ObjectNode to, String field, @Nullable BigDecimal value) {
        if (value != null) {
            to.put(field, value);
        }
    }

    public static void put(ObjectNode to, String field, @Nullable Long value) {
        if (value != null) {
            to.put(field, value);
        }
    }

    public static void put(ObjectNode to, String field, @Nullable Integer value) {
        if (value != null) {
            to.put(field, value);
        }
    }

    public static void put(ObjectNode to, String field, @Nullable Boolean value) {
        if (value != null) {
            to.put(field, value);
        }
    }

    public static void put(ObjectNode to, String field, @Nullable String value) {
        if (value != null) {
            to.put(field, value);
        }
    }

    /** One text or a list of texts. */
    public static List<String> texts(JsonNode node) {
        var texts = new ArrayList<String>();
        if (node.isString()) {
            texts.add(node.asString());
        }
        for (var one : node.values()) {
            if (one.isString()) {
                texts.add(one.asString());
            }
        }
        return texts;
    }

    /** The object that a reply must be; fails with {@link UnreadableReply}. */
    public static JsonNode reply(byte[] body) {
        JsonNode root;
        try {
            root = ForeignJson.read(body);
        } catch (JacksonException broken) {
            throw UnreadableReply.because("a body that is no JSON object");
        }
        if (root == null || !root.isObject()) {
            throw UnreadableReply.because("a body that is no JSON object");
        }
        return root;
    }

    public static UnreadableReply error(byte[] body) {
        return UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
    }

    /** Arguments as JSON text; some servers send the text, others the value. */
    public static String arguments(JsonNode node) {
        if (node.isString()) {
            return node.asString();
        }
        return node.isMissingNode() || node.isNull() ? "" : node.toString();
    }

    /**
     * Arguments as an object, for servers that want one. What is no object is wrapped, so that the
     * model sees what it said.
     */
    public static ObjectNode argumentsObject(String text) {
        if (text.isBlank() || text.strip().equals("null")) {
            return SluiceJson.mapper().createObjectNode();
        }
        try {
            if (ForeignJson.read(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException broken) {
            // wrapped below
        }
        return SluiceJson.mapper().createObjectNode().put("raw_arguments", text);
    }

    /** The plain texts among the parts, as one. */
    public static String plainText(List<ContentPart> parts, String between) {
        var text = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case ContentPart.Text some ->
                        text.append(text.isEmpty() ? "" : between).append(some.text());
                case ContentPart.Refusal some ->
                        text.append(text.isEmpty() ? "" : between).append(some.text());
                case ContentPart.Media _,
                        ContentPart.ToolCall _,
                        ContentPart.ToolResult _,
                        ContentPart.Reasoning _,
                        ContentPart.Opaque _ -> {}
            }
        }
        return text.toString();
    }

    /** The words of a tool's result; JSON stays JSON. */
    public static String resultText(ContentPart.ToolResult result) {
        var text = new StringBuilder();
        for (var part : result.content()) {
            if (part instanceof ContentPart.Text some) {
                text.append(text.isEmpty() ? "" : "\n").append(some.text());
            } else if (part instanceof ContentPart.Opaque opaque) {
                text.append(text.isEmpty() ? "" : "\n").append(opaque.json());
            }
        }
        return text.toString();
    }

    public static byte[] bytes(JsonNode node) {
        return ForeignJson.bytes(node);
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
