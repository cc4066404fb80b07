package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** Patches an output cap that stands one level down. */
public final class NestedCap {
    private NestedCap() {}

    /** Puts a cap in where the caller gave none, or lowers the caller's. */
    public static void patch(
            JsonPatch patch, JsonFields body, String object, String field, RequestTarget target) {
        var cap = target.outputCap();
        var asked = target.capAsked();
        if (cap == null || (asked != null && cap >= asked)) {
            return;
        }
        if (asked == null && target.capField() == null) {
            return;
        }
        var span = body.span(object);
        var own = Envelopes.value(body, object);
        var node = own instanceof ObjectNode given ? given : SluiceJson.mapper().createObjectNode();
        node.put(field, cap);
        if (span == null) {
            patch.insertField(body, object, Tree.bytes(node));
        } else {
            patch.replace(span.from(), span.to(), Tree.bytes(node));
        }
    }
}
