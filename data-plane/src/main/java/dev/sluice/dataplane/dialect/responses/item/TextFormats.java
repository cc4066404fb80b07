package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** The form of the answer's text, flat as this dialect has it. */
public final class TextFormats {
    private TextFormats() {}

    /**
     * The object for a format.
     *
     * @param strictByDefault whether a schema that says nothing was meant strictly, as it is here
     */
    public static ObjectNode write(OutputFormat format, boolean strictByDefault) {
        var node = SluiceJson.mapper().createObjectNode();
        switch (format) {
            case OutputFormat.Plain _ -> node.put("type", "text");
            case OutputFormat.Json _ -> node.put("type", "json_object");
            case OutputFormat.Schema schema -> {
                node.put("type", "json_schema");
                node.put("name", Objects.requireNonNullElse(schema.name(), "answer"));
                Tree.put(node, "description", schema.description());
                node.set("schema", schema.schema());
                if (schema.strict() != null) {
                    node.put("strict", schema.strict());
                } else if (!strictByDefault) {
                    node.put("strict", false);
                }
            }
        }
        return node;
    }
}
