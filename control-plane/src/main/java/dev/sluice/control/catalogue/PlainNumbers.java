package dev.sluice.control.catalogue;

import dev.sluice.model.json.SluiceJson;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Numbers in one form each, so that {@code 1.1}, {@code 1.10} and {@code 11e-1} are the same. */
public final class PlainNumbers {
    private PlainNumbers() {}

    /** The same number with digits alone: no power of ten, no zeros at the end. */
    public static BigDecimal of(BigDecimal number) {
        var stripped = number.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /**
     * The same tree; numbers are texts, since a tree may keep 4 and 4.0 as numbers of two kinds.
     */
    public static JsonNode of(JsonNode node) {
        if (node instanceof ObjectNode object) {
            var copy = SluiceJson.mapper().createObjectNode();
            object.forEachEntry((name, value) -> copy.set(name, of(value)));
            return copy;
        }
        if (node.isArray()) {
            var copy = SluiceJson.mapper().createArrayNode();
            node.forEach(each -> copy.add(of(each)));
            return copy;
        }
        return node.isNumber()
                ? SluiceJson.mapper()
                        .getNodeFactory()
                        .stringNode(of(node.decimalValue()).toPlainString())
                : node;
    }
}
