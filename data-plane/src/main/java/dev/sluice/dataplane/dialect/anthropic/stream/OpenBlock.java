package dev.sluice.dataplane.dialect.anthropic.stream;

import dev.sluice.dataplane.json.ForeignJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** A block that was begun and not yet closed. */
final class OpenBlock {
    /** What is in it. */
    enum Kind {
        TEXT,
        THINKING,
        CALL,
        OTHER
    }

    private final Kind kind;
    private final int call;
    private final JsonNode begun;
    private final StringBuilder signature = new StringBuilder();

    /** Arguments as they come in: of a call only that there were some. */
    private final StringBuilder input = new StringBuilder();

    private OpenBlock(Kind kind, int call, JsonNode begun) {
        this.kind = kind;
        this.call = call;
        this.begun = begun;
    }

    static OpenBlock text() {
        return new OpenBlock(Kind.TEXT, -1, MissingNode.getInstance());
    }

    static OpenBlock thinking(@Nullable String signature) {
        var block = new OpenBlock(Kind.THINKING, -1, MissingNode.getInstance());
        block.sign(Objects.requireNonNullElse(signature, ""));
        return block;
    }

    static OpenBlock call(int call, JsonNode input) {
        return new OpenBlock(Kind.CALL, call, input);
    }

    static OpenBlock other(JsonNode begun) {
        return new OpenBlock(Kind.OTHER, -1, begun);
    }

    Kind kind() {
        return kind;
    }

    int call() {
        return call;
    }

    void sign(String more) {
        signature.append(more);
    }

    String signature() {
        return signature.toString();
    }

    void append(String json) {
        if (kind == Kind.OTHER || input.isEmpty()) {
            input.append(json);
        }
    }

    /** A delta of a kind that only the block itself understands: its fields belong to the block. */
    void add(JsonNode delta) {
        if (begun instanceof ObjectNode node) {
            delta.properties().forEach(field -> merge(node, field.getKey(), field.getValue()));
        }
    }

    private static void merge(ObjectNode node, String field, JsonNode value) {
        if (field.equals("type")) {
            return;
        }
        var known = node.path(field);
        if (known.isString() && value.isString()) {
            node.put(field, known.asString() + value.asString());
        } else {
            node.set(field, value);
        }
    }

    boolean isWithoutInput() {
        return input.isEmpty();
    }

    /** Arguments that stood in the block's beginning. */
    String ownInput() {
        return begun.isObject() ? ForeignJson.text(begun) : "{}";
    }

    /** The block as it would stand in a whole reply. */
    JsonNode whole() {
        if (!input.isEmpty() && begun instanceof ObjectNode node) {
            try {
                node.set("input", ForeignJson.read(input.toString()));
            } catch (JacksonException cut) {
                node.put("input", input.toString());
            }
        }
        return begun;
    }
}
