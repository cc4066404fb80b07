package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fields of items. Ids and states mean nothing to another dialect and are no loss there: they are
 * kept under a name with a dot, so that an item goes back into its own dialect as it came.
 */
public final class ItemFields {
    private static final String KEPT = ".item";
    private static final Set<String> BOOKKEEPING =
            Set.of("type", "id", "status", "phase", "summary", "content", "logprobs");

    private ItemFields() {}

    /** All fields but these, which the conversation has a place for. */
    public static Extensions rest(JsonNode item, Set<String> known) {
        var rest = new LinkedHashMap<String, JsonNode>();
        var kept = SluiceJson.mapper().createObjectNode();
        for (var field : item.properties()) {
            if (known.contains(field.getKey())) {
                continue;
            }
            if (BOOKKEEPING.contains(field.getKey())) {
                kept.set(field.getKey(), field.getValue());
            } else {
                rest.put(field.getKey(), field.getValue());
            }
        }
        rest.put(KEPT, kept);
        return new Extensions(Dialect.OPENAI_RESPONSES, rest);
    }

    /** Whether the object came in this dialect. */
    public static boolean areOwn(Extensions extensions) {
        return extensions.belongTo(Dialect.OPENAI_RESPONSES);
    }

    /** A field that was kept, where the item came in this dialect. */
    public static @Nullable String kept(Extensions extensions, String field) {
        var kept = extensions.of(Dialect.OPENAI_RESPONSES, KEPT);
        return kept == null ? null : text(kept, field);
    }

    /** Puts the fields back, where the item came in this dialect. */
    public static void restore(ObjectNode item, Extensions extensions) {
        if (!areOwn(extensions)) {
            return;
        }
        for (var field : extensions.fields().entrySet()) {
            if (field.getKey().equals(KEPT)) {
                field.getValue()
                        .properties()
                        .forEach(kept -> putMissing(item, kept.getKey(), kept.getValue()));
            } else if (!field.getKey().startsWith(".")) {
                putMissing(item, field.getKey(), field.getValue());
            }
        }
    }

    private static void putMissing(ObjectNode item, String field, JsonNode value) {
        if (!item.has(field)) {
            item.set(field, value);
        }
    }

    public static @Nullable String text(JsonNode object, String field) {
        return object.path(field).isString() ? object.path(field).asString() : null;
    }

    public static @Nullable Boolean flag(JsonNode object, String field) {
        return object.path(field).isBoolean() ? object.path(field).asBoolean() : null;
    }

    public static @Nullable JsonNode given(JsonNode object, String field) {
        var node = object.path(field);
        return node.isMissingNode() || node.isNull() ? null : node;
    }
}
