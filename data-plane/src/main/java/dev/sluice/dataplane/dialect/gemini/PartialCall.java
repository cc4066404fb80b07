package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Arguments of a call that come piece by piece, each with its place. */
final class PartialCall {
    private static final Field PATH = Field.of("jsonPath");
    private static final Field STRING = Field.of("stringValue");
    private static final Field NUMBER = Field.of("numberValue");
    private static final Field BOOL = Field.of("boolValue");
    private static final Field NULL = Field.of("nullValue");
    private static final int MOST_ELEMENTS = 100_000;
    private static final Pattern STEP =
            Pattern.compile("\\.([^.\\[\\]]+)|\\[(\\d{1,6})]|\\['([^']*)']|\\[\"([^\"]*)\"]");

    private final ObjectNode arguments = SluiceJson.mapper().createObjectNode();

    /** Takes a list of pieces; a text goes on where it left off. */
    void take(JsonNode pieces) {
        for (var piece : pieces.values()) {
            var value = value(piece);
            if (value != null) {
                put(steps(PATH.text(piece, "$")), value);
            }
        }
    }

    String arguments() {
        return ForeignJson.text(arguments);
    }

    private static @Nullable JsonNode value(JsonNode piece) {
        for (var field : List.of(STRING, NUMBER, BOOL)) {
            if (field.isIn(piece)) {
                return field.in(piece);
            }
        }
        return piece.has(NULL.camel()) || piece.has(NULL.snake())
                ? SluiceJson.mapper().getNodeFactory().nullNode()
                : null;
    }

    /** Names and numbers of elements, from the root on. */
    private static List<Object> steps(String path) {
        var steps = new ArrayList<>();
        var matcher = STEP.matcher(path);
        while (matcher.find()) {
            if (matcher.group(2) != null) {
                steps.add(Integer.parseInt(matcher.group(2)));
            } else {
                steps.add(
                        matcher.group(1) != null
                                ? matcher.group(1)
                                : matcher.group(3) != null ? matcher.group(3) : matcher.group(4));
            }
        }
        return steps;
    }

    private void put(List<Object> steps, JsonNode value) {
        JsonNode at = arguments;
        for (var i = 0; i < steps.size(); i++) {
            var before = child(at, steps.get(i));
            if (i == steps.size() - 1) {
                set(at, steps.get(i), joined(before, value));
                return;
            }
            if (before == null || !before.isContainer()) {
                before =
                        steps.get(i + 1) instanceof Integer
                                ? SluiceJson.mapper().createArrayNode()
                                : SluiceJson.mapper().createObjectNode();
                set(at, steps.get(i), before);
            }
            at = before;
        }
    }

    private static @Nullable JsonNode child(JsonNode at, Object step) {
        return step instanceof Integer index ? at.get(index) : at.get((String) step);
    }

    private static JsonNode joined(@Nullable JsonNode before, JsonNode value) {
        return before != null && before.isString() && value.isString()
                ? SluiceJson.mapper()
                        .getNodeFactory()
                        .stringNode(before.asString() + value.asString())
                : value;
    }

    private static void set(JsonNode at, Object step, JsonNode value) {
        if (at instanceof ObjectNode object) {
            object.set(step.toString(), value);
        } else if (at instanceof ArrayNode array
                && step instanceof Integer index
                && index < MOST_ELEMENTS) {
            while (array.size() <= index) {
                array.addNull();
            }
            array.set(index, value);
        }
    }
}
