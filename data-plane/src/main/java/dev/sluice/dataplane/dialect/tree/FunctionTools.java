package dev.sluice.dataplane.dialect.tree;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools in OpenAI's form, which several dialects have taken over. */
public final class FunctionTools {
    private static final Set<String> FUNCTION =
            Set.of("name", "description", "parameters", "strict");

    private FunctionTools() {}

    public static List<Tool> read(JsonNode list, Dialect dialect) {
        var tools = new ArrayList<Tool>();
        for (var node : list.values()) {
            var type = node.path("type").asString("function");
            tools.add(
                    type.equals("function")
                            ? function(node.path("function"), dialect)
                            : new Tool.Hosted(dialect, type, node));
        }
        return tools;
    }

    /** A function without the wrapping that tells its type. */
    public static Tool function(JsonNode node, Dialect dialect) {
        return new Tool.Function(
                node.path("name").asString(""),
                Tree.text(node, "description"),
                Tree.given(node, "parameters"),
                Tree.flag(node, "strict"),
                null,
                Extensions.rest(dialect, node, FUNCTION));
    }

    public static ArrayNode write(List<Tool> tools, Dialect dialect, Losses losses) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var tool : tools) {
            array.addObject()
                    .put("type", "function")
                    .set("function", written(tool, dialect, losses));
        }
        return array;
    }

    /** Without the wrapping; a tool that is no function cannot be said. */
    public static ObjectNode written(Tool tool, Dialect dialect, Losses losses) {
        return switch (tool) {
            case Tool.Function function -> {
                var node = SluiceJson.mapper().createObjectNode().put("name", function.name());
                Tree.put(node, "description", function.description());
                if (function.schema() != null) {
                    node.set("parameters", function.schema());
                }
                if (function.strict() != null) {
                    losses.dropped("tools.strict");
                }
                losses.dropped("tools.", function.extensions());
                function.extensions().writeInto(node, dialect);
                yield node;
            }
            case Tool.Custom custom ->
                    throw losses.refused("The tool '" + custom.name() + "'", "tools");
            case Tool.Hosted hosted ->
                    throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
        };
    }
}
