package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools and the choice among them. */
final class ToolDefinitions {
    private static final String SERVER = "mcp_server";
    private static final String DISABLE_PARALLEL = "disable_parallel_tool_use";
    private static final Set<String> FUNCTION =
            Set.of("name", "description", "input_schema", "type", "strict", "cache_control");

    private final JsonNode root;

    ToolDefinitions(JsonNode root) {
        this.root = root;
    }

    List<Tool> read() {
        var tools = new ArrayList<Tool>();
        root.path("tools").values().forEach(one -> tools.add(tool(one)));
        root.path("mcp_servers")
                .values()
                .forEach(one -> tools.add(new Tool.Hosted(Dialect.ANTHROPIC, SERVER, one)));
        return tools;
    }

    private static Tool tool(JsonNode node) {
        var type = node.path("type").asString("custom");
        if (!type.equals("custom")) {
            return new Tool.Hosted(Dialect.ANTHROPIC, type, node);
        }
        var schema = node.path("input_schema");
        return new Tool.Function(
                node.path("name").asString(""),
                Fields.text(node, "description"),
                schema.isObject() ? schema : null,
                Fields.flag(node, "strict"),
                Fields.mark(node),
                Extensions.rest(Dialect.ANTHROPIC, node, FUNCTION));
    }

    @Nullable ToolChoice choice() {
        var choice = root.path("tool_choice");
        return switch (choice.path("type").asString("")) {
            case "auto" -> ToolChoice.of(Mode.AUTO);
            case "any" -> ToolChoice.of(Mode.REQUIRED);
            case "none" -> ToolChoice.of(Mode.NONE);
            case "tool" -> ToolChoice.named(choice.path("name").asString(""));
            default -> null;
        };
    }

    @Nullable Boolean parallel() {
        var disabled = Fields.flag(root.path("tool_choice"), DISABLE_PARALLEL);
        return disabled == null ? null : !disabled;
    }

    /** Writes the tools; where only some are allowed, the others are left out. */
    static void write(
            ObjectNode body, List<Tool> tools, @Nullable ToolChoice choice, Losses losses) {
        for (var tool : tools) {
            switch (tool) {
                case Tool.Function function -> {
                    if (isAllowed(function.name(), choice)) {
                        body.withArray("tools").add(written(function, losses));
                    }
                }
                case Tool.Custom custom ->
                        throw losses.refused("The tool '" + custom.name() + "'", "tools");
                case Tool.Hosted hosted -> {
                    if (hosted.origin() != Dialect.ANTHROPIC) {
                        throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
                    }
                    body.withArray(hosted.type().equals(SERVER) ? "mcp_servers" : "tools")
                            .add(hosted.json());
                }
            }
        }
    }

    private static boolean isAllowed(String name, @Nullable ToolChoice choice) {
        return choice == null
                || choice.mode() == Mode.NAMED
                || choice.names().isEmpty()
                || choice.names().contains(name);
    }

    private static ObjectNode written(Tool.Function function, Losses losses) {
        var node = SluiceJson.mapper().createObjectNode().put("name", function.name());
        Tree.put(node, "description", function.description());
        node.set("input_schema", schema(function.schema()));
        Tree.put(node, "strict", function.strict());
        Fields.writeMark(node, function.cache());
        losses.dropped("tools.", function.extensions());
        function.extensions().writeInto(node, Dialect.ANTHROPIC);
        return node;
    }

    /** The type of arguments is always an object, and must say so. */
    private static JsonNode schema(@Nullable JsonNode schema) {
        if (schema instanceof ObjectNode node && node.has("type")) {
            return node;
        }
        var object = SluiceJson.mapper().createObjectNode().put("type", "object");
        if (schema instanceof ObjectNode node) {
            object.setAll(node);
        }
        return object;
    }

    static void writeChoice(
            ObjectNode body, @Nullable ToolChoice choice, @Nullable Boolean parallel) {
        if (choice == null && parallel == null) {
            return;
        }
        var node = body.putObject("tool_choice");
        switch (choice == null ? Mode.AUTO : choice.mode()) {
            case AUTO -> node.put("type", "auto");
            case NONE -> node.put("type", "none");
            case REQUIRED -> node.put("type", "any");
            case NAMED -> node.put("type", "tool").put("name", nameOf(choice));
        }
        if (parallel != null && !node.path("type").asString().equals("none")) {
            node.put(DISABLE_PARALLEL, !parallel);
        }
    }

    private static String nameOf(@Nullable ToolChoice choice) {
        return choice == null || choice.names().isEmpty() ? "" : choice.names().getFirst();
    }
}
