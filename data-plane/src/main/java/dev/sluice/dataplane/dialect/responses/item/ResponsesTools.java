package dev.sluice.dataplane.dialect.responses.item;

import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools and the choice among them, flat as this dialect has them. */
public final class ResponsesTools {
    private static final Set<String> FUNCTION =
            Set.of("name", "description", "parameters", "strict");

    /** Where a function keeps the namespace that it came in, without its members. */
    private static final String GROUP = ".namespace";

    private ResponsesTools() {}

    public static List<Tool> read(JsonNode tools) {
        var all = new ArrayList<Tool>();
        for (var node : tools.values()) {
            if (isGroup(node)) {
                node.path("tools").values().forEach(inner -> all.add(member(node, inner)));
            } else {
                all.add(tool(node));
            }
        }
        return all;
    }

    /** A namespace of functions; what else a provider may group is its own business. */
    private static boolean isGroup(JsonNode node) {
        if (!node.path("type").asString("").equals("namespace") || node.path("tools").isEmpty()) {
            return false;
        }
        for (var inner : node.path("tools").values()) {
            if (!inner.path("type").asString("").equals("function")) {
                return false;
            }
        }
        return true;
    }

    private static Tool member(JsonNode group, JsonNode inner) {
        var name = new CallName(group.path("name").asString(""), inner.path("name").asString(""));
        var fields = new LinkedHashMap<>(name.keptIn(ItemFields.rest(inner, FUNCTION)).fields());
        var outer = ((ObjectNode) group).deepCopy();
        outer.remove("tools");
        fields.put(GROUP, outer);
        return new Tool.Function(
                name.joined(),
                ItemFields.text(inner, "description"),
                ItemFields.given(inner, "parameters"),
                ItemFields.flag(inner, "strict"),
                null,
                new Extensions(Dialect.OPENAI_RESPONSES, fields));
    }

    private static Tool tool(JsonNode node) {
        var type = node.path("type").asString("");
        if (type.equals("custom")) {
            return custom(node);
        }
        if (!type.equals("function")) {
            return new Tool.Hosted(Dialect.OPENAI_RESPONSES, type, node);
        }
        // Some clients send the nested form of chat completions.
        var nested = node.path("function").isObject() && !node.has("parameters");
        var function = nested ? node.path("function") : node;
        return new Tool.Function(
                node.path("name").asString(function.path("name").asString("")),
                ItemFields.text(function, "description"),
                ItemFields.given(function, "parameters"),
                ItemFields.flag(function, "strict"),
                null,
                ItemFields.rest(function, FUNCTION));
    }

    /** Kept in the nested form of chat completions, so that servers of that dialect get it, too. */
    private static Tool custom(JsonNode node) {
        var nested = SluiceJson.mapper().createObjectNode().put("type", "custom");
        var inner = nested.putObject("custom");
        node.properties()
                .forEach(field -> {
                    if (!field.getKey().equals("type") && !field.getKey().equals("format")) {
                        inner.set(field.getKey(), field.getValue());
                    }
                });
        var format = node.path("format");
        if (format.path("type").asString("").equals("grammar")) {
            var grammar = inner.putObject("format").put("type", "grammar").putObject("grammar");
            grammar.set("syntax", format.path("syntax"));
            grammar.set("definition", format.path("definition"));
        } else if (format.isObject()) {
            inner.set("format", format);
        }
        return new Tool.Custom(
                Dialect.OPENAI_CHAT,
                node.path("name").asString(""),
                ItemFields.text(node, "description"),
                nested);
    }

    /** Null where the caller leaves it to the provider. */
    public static @Nullable ToolChoice choice(JsonNode choice) {
        if (choice.isString()) {
            return switch (choice.asString()) {
                case "none" -> ToolChoice.of(Mode.NONE);
                case "required" -> ToolChoice.of(Mode.REQUIRED);
                default -> ToolChoice.of(Mode.AUTO);
            };
        }
        if (!choice.isObject()) {
            return null;
        }
        var function = choice.path("function").path("name");
        return switch (choice.path("type").asString("")) {
            case "function", "custom" ->
                    ToolChoice.named(
                            function.isString() && !choice.has("name")
                                    ? function.asString()
                                    : CallName.of(choice).joined());
            case "allowed_tools" -> allowed(choice);
            default -> ToolChoice.of(Mode.REQUIRED);
        };
    }

    private static ToolChoice allowed(JsonNode choice) {
        var names = new ArrayList<String>();
        choice.path("tools").values().forEach(one -> names.add(CallName.of(one).joined()));
        var required = choice.path("mode").asString("auto").equals("required");
        return new ToolChoice(required ? Mode.REQUIRED : Mode.AUTO, names);
    }

    /** Whether the choice is one of the provider's own tools, which only this dialect can name. */
    public static boolean isHosted(JsonNode choice) {
        return choice.isObject()
                && !Set.of("function", "custom", "allowed_tools")
                        .contains(choice.path("type").asString(""));
    }

    public static ArrayNode write(List<Tool> tools, Losses losses) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var tool : tools) {
            switch (tool) {
                case Tool.Function function ->
                        placeFor(function, array).add(written(function, losses));
                case Tool.Custom custom when custom.origin() == Dialect.OPENAI_CHAT ->
                        array.add(flat(custom.json()));
                case Tool.Hosted hosted when hosted.origin() == Dialect.OPENAI_RESPONSES ->
                        array.add(hosted.json());
                case Tool.Custom custom ->
                        throw losses.refused("The tool '" + custom.name() + "'", "tools");
                case Tool.Hosted hosted ->
                        throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
            }
        }
        return array;
    }

    /** The list that the function belongs into: a namespace's, where it came in one. */
    private static ArrayNode placeFor(Tool.Function function, ArrayNode all) {
        var group = function.extensions().of(Dialect.OPENAI_RESPONSES, GROUP);
        if (group == null) {
            return all;
        }
        for (var node : all.values()) {
            if (node.path("type").asString("").equals("namespace")
                    && node.path("name").equals(group.path("name"))
                    && node.path("tools") instanceof ArrayNode members) {
                return members;
            }
        }
        return all.addObject().setAll((ObjectNode) group.deepCopy()).putArray("tools");
    }

    private static ObjectNode flat(JsonNode nested) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "custom");
        nested.path("custom")
                .properties()
                .forEach(field -> node.set(field.getKey(), field.getValue()));
        var grammar = node.path("format").path("grammar");
        if (grammar.isObject()) {
            node.putObject("format").put("type", "grammar").setAll((ObjectNode) grammar.deepCopy());
        }
        return node;
    }

    private static ObjectNode written(Tool.Function function, Losses losses) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "function");
        node.put("name", CallName.kept(function.extensions(), function.name()).name());
        Tree.put(node, "description", function.description());
        var schema = function.schema();
        node.set("parameters", schema != null ? schema : emptySchema());
        var own = ItemFields.areOwn(function.extensions());
        if (function.strict() != null) {
            node.put("strict", function.strict());
        } else if (!own) {
            node.put("strict", false); // here the default is true, elsewhere it is not
        }
        losses.dropped("tools.", function.extensions());
        ItemFields.restore(node, function.extensions());
        return node;
    }

    private static ObjectNode emptySchema() {
        var schema = SluiceJson.mapper().createObjectNode().put("type", "object");
        schema.putObject("properties");
        return schema;
    }

    public static JsonNode write(ToolChoice choice, List<Tool> tools) {
        var nodes = SluiceJson.mapper().getNodeFactory();
        return switch (choice.mode()) {
            case NONE -> nodes.stringNode("none");
            case AUTO ->
                    choice.names().isEmpty()
                            ? nodes.stringNode("auto")
                            : allowed("auto", choice.names(), tools);
            case REQUIRED ->
                    choice.names().isEmpty()
                            ? nodes.stringNode("required")
                            : allowed("required", choice.names(), tools);
            case NAMED -> named(choice.names().getFirst(), tools);
        };
    }

    private static ObjectNode named(String name, List<Tool> tools) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("type", isCustom(name, tools) ? "custom" : "function");
        return CallName.of(name, tools).into(node);
    }

    private static ObjectNode allowed(String mode, List<String> names, List<Tool> tools) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "allowed_tools");
        var list = node.put("mode", mode).putArray("tools");
        names.forEach(name -> list.add(named(name, tools)));
        return node;
    }

    /** Whether a tool of this name takes free text. */
    public static boolean isCustom(String name, List<Tool> tools) {
        return tools.stream()
                .anyMatch(tool -> tool instanceof Tool.Custom custom && custom.name().equals(name));
    }
}
