package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The name of a function, which this dialect may group under a namespace. Other dialects have no
 * groups: there the namespace leads the name.
 */
public record CallName(@Nullable String namespace, String name) {
    /** Where a function and a call of it keep the name as it came. */
    private static final String KEPT = ".call_name";

    private static final String BETWEEN = "__";

    /** What every provider takes for a name. */
    private static final int LENGTH_MAX = 64;

    /** As an item, a tool or a choice has it. */
    public static CallName of(JsonNode node) {
        return new CallName(ItemFields.text(node, "namespace"), node.path("name").asString(""));
    }

    /** The function among the tools that the model means. */
    public static CallName of(String joined, List<Tool> tools) {
        for (var tool : tools) {
            if (tool instanceof Tool.Function function && function.name().equals(joined)) {
                return kept(function.extensions(), joined);
            }
        }
        return new CallName(null, joined);
    }

    /** The name as it came, where it came in this dialect and had a namespace. */
    public static CallName kept(Extensions extensions, String joined) {
        var kept = extensions.of(Dialect.OPENAI_RESPONSES, KEPT);
        return kept == null ? new CallName(null, joined) : of(kept);
    }

    /** The name for all dialects, the same each time. */
    public String joined() {
        if (namespace == null) {
            return name;
        }
        var joined = namespace + BETWEEN + name;
        if (joined.length() <= LENGTH_MAX) {
            return joined;
        }
        var tail = String.format("_%08x", joined.hashCode());
        return joined.substring(0, LENGTH_MAX - tail.length()) + tail;
    }

    /** The extensions with this name among them, where there is more to it than the joined one. */
    public Extensions keptIn(Extensions extensions) {
        if (namespace == null) {
            return extensions;
        }
        var fields = new LinkedHashMap<>(extensions.fields());
        fields.put(KEPT, into(SluiceJson.mapper().createObjectNode()));
        return new Extensions(Dialect.OPENAI_RESPONSES, fields);
    }

    public ObjectNode into(ObjectNode node) {
        node.put("name", name);
        if (namespace != null) {
            node.put("namespace", namespace);
        }
        return node;
    }
}
