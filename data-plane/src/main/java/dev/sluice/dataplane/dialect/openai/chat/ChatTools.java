package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.CacheMark;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tools and the choice among them, as the dialect writes them; the legacy functions, too. */
final class ChatTools {
    private static final Set<String> FUNCTION =
            Set.of("name", "description", "parameters", "strict");

    private final JsonNode root;

    ChatTools(JsonNode root) {
        this.root = root;
    }

    List<Tool> read() {
        var tools = new ArrayList<Tool>();
        root.path("functions").values().forEach(one -> tools.add(function(one, null)));
        root.path("tools").values().forEach(one -> tools.add(tool(one)));
        return tools;
    }

    private static Tool tool(JsonNode node) {
        var type = node.path("type").asString("function");
        return switch (type) {
            case "function" -> function(node.path("function"), mark(node.path("cache_control")));
            case "custom" ->
                    new Tool.Custom(
                            Dialect.OPENAI_CHAT,
                            node.path("custom").path("name").asString(""),
                            ChatRequestReader.text(node.path("custom"), "description"),
                            node);
            default -> new Tool.Hosted(Dialect.OPENAI_CHAT, type, node);
        };
    }

    private static Tool function(JsonNode node, @Nullable CacheMark cache) {
        return new Tool.Function(
                node.path("name").asString(""),
                ChatRequestReader.text(node, "description"),
                ChatRequestReader.given(node, "parameters"),
                ChatRequestReader.flag(node, "strict"),
                cache,
                Extensions.rest(Dialect.OPENAI_CHAT, node, FUNCTION));
    }

    static @Nullable CacheMark mark(JsonNode node) {
        return node.isObject() ? new CacheMark(ChatRequestReader.text(node, "ttl")) : null;
    }

    @Nullable ToolChoice choice() {
        var choice = root.path("tool_choice");
        choice = choice.isMissingNode() ? root.path("function_call") : choice;
        if (choice.isString()) {
            return switch (choice.asString()) {
                case "none" -> ToolChoice.of(Mode.NONE);
                case "required", "any" -> ToolChoice.of(Mode.REQUIRED);
                default -> ToolChoice.of(Mode.AUTO);
            };
        }
        if (!choice.isObject()) {
            return null;
        }
        return switch (choice.path("type").asString("function")) {
            case "allowed_tools" -> allowed(choice.path("allowed_tools"));
            case "custom" -> ToolChoice.named(choice.path("custom").path("name").asString(""));
            default -> {
                var nested = choice.path("function").path("name");
                yield ToolChoice.named(
                        nested.isString() ? nested.asString() : choice.path("name").asString(""));
            }
        };
    }

    private static ToolChoice allowed(JsonNode node) {
        var names = new ArrayList<String>();
        node.path("tools")
                .values()
                .forEach(one -> names.add(one.path("function").path("name").asString("")));
        var mode =
                node.path("mode").asString("auto").equals("required") ? Mode.REQUIRED : Mode.AUTO;
        return new ToolChoice(mode, names);
    }

    static ArrayNode write(List<Tool> tools, Losses losses) {
        var array = SluiceJson.mapper().createArrayNode();
        for (var tool : tools) {
            switch (tool) {
                case Tool.Function function -> array.add(written(function, losses));
                case Tool.Custom custom when custom.origin() == Dialect.OPENAI_CHAT ->
                        array.add(custom.json());
                case Tool.Custom custom ->
                        throw losses.refused("The tool '" + custom.name() + "'", "tools");
                case Tool.Hosted hosted when hosted.origin() == Dialect.OPENAI_CHAT ->
                        array.add(hosted.json());
                case Tool.Hosted hosted ->
                        throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
            }
        }
        return array;
    }

    private static ObjectNode written(Tool.Function function, Losses losses) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("type", "function");
        var inner = node.putObject("function").put("name", function.name());
        Tree.put(inner, "description", function.description());
        if (function.schema() != null) {
            inner.set("parameters", function.schema());
        }
        Tree.put(inner, "strict", function.strict());
        losses.dropped("tools.", function.extensions());
        function.extensions().writeInto(inner, Dialect.OPENAI_CHAT);
        return node;
    }

    static JsonNode write(ToolChoice choice) {
        var mapper = SluiceJson.mapper();
        return switch (choice.mode()) {
            case NONE -> mapper.getNodeFactory().stringNode("none");
            case AUTO ->
                    choice.names().isEmpty()
                            ? mapper.getNodeFactory().stringNode("auto")
                            : allowed("auto", choice.names());
            case REQUIRED ->
                    choice.names().isEmpty()
                            ? mapper.getNodeFactory().stringNode("required")
                            : allowed("required", choice.names());
            case NAMED -> {
                var node = mapper.createObjectNode().put("type", "function");
                node.putObject("function").put("name", choice.names().getFirst());
                yield node;
            }
        };
    }

    private static ObjectNode allowed(String mode, List<String> names) {
        var node = SluiceJson.mapper().createObjectNode().put("type", "allowed_tools");
        var allowed = node.putObject("allowed_tools").put("mode", mode);
        var tools = allowed.putArray("tools");
        names.forEach(name ->
                tools.addObject().put("type", "function").putObject("function").put("name", name));
        return node;
    }
}
