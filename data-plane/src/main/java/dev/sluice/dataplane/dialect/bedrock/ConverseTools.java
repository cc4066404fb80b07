package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.CacheMark;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Tool;
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

/** Tools and the choice among them. The dialect cannot say that none may be called. */
final class ConverseTools {
    private static final Set<String> SPEC = Set.of("name", "description", "inputSchema", "strict");

    private ConverseTools() {}

    static List<Tool> read(JsonNode list) {
        var tools = new ArrayList<Tool>();
        for (var node : list.values()) {
            var spec = node.path("toolSpec");
            if (spec.isObject()) {
                tools.add(function(spec, null));
            } else if (node.has("cachePoint") && !tools.isEmpty()) {
                mark(tools, node.path("cachePoint"));
            } else {
                var type = node.propertyNames().stream().findFirst().orElse("");
                tools.add(new Tool.Hosted(Dialect.BEDROCK_CONVERSE, type, node));
            }
        }
        return tools;
    }

    private static Tool function(JsonNode spec, @Nullable CacheMark cache) {
        return new Tool.Function(
                spec.path("name").asString(""),
                Tree.text(spec, "description"),
                Tree.given(spec.path("inputSchema"), "json"),
                Tree.flag(spec, "strict"),
                cache,
                Extensions.rest(Dialect.BEDROCK_CONVERSE, spec, SPEC));
    }

    private static void mark(List<Tool> tools, JsonNode point) {
        if (tools.getLast() instanceof Tool.Function last) {
            tools.removeLast();
            tools.add(
                    new Tool.Function(
                            last.name(),
                            last.description(),
                            last.schema(),
                            last.strict(),
                            new CacheMark(Tree.text(point, "ttl")),
                            last.extensions()));
        }
    }

    static void write(ObjectNode body, ChatRequest request, Losses losses) {
        var choice = request.toolChoice();
        var isNone = choice != null && choice.mode() == Mode.NONE;
        if (request.tools().isEmpty() || (isNone && !mentionsTools(request))) {
            return;
        }
        var config = body.putObject("toolConfig");
        var tools = config.putArray("tools");
        request.tools().forEach(tool -> add(tools, tool, losses));
        losses.untoldNames(choice);
        if (Boolean.FALSE.equals(request.parallelToolCalls())) {
            losses.dropped("parallel_tool_calls");
        }
        if (choice == null) {
            return;
        }
        var node = SluiceJson.mapper().createObjectNode();
        switch (choice.mode()) {
            case NONE ->
                    losses.changed(
                            "tool_choice", "dropped: the target needs the tools of the history");
            case AUTO -> node.putObject("auto");
            case REQUIRED -> node.putObject("any");
            case NAMED -> node.putObject("tool").put("name", choice.names().getFirst());
        }
        if (!node.isEmpty()) {
            config.set("toolChoice", node);
        }
    }

    private static boolean mentionsTools(ChatRequest request) {
        return request.messages().stream()
                .flatMap(message -> message.parts().stream())
                .anyMatch(part ->
                        part instanceof ContentPart.ToolCall
                                || part instanceof ContentPart.ToolResult);
    }

    private static void add(ArrayNode tools, Tool tool, Losses losses) {
        switch (tool) {
            case Tool.Function function -> {
                var spec = tools.addObject().putObject("toolSpec").put("name", function.name());
                if (function.description() != null && !function.description().isEmpty()) {
                    spec.put("description", function.description());
                }
                var schema = spec.putObject("inputSchema");
                if (function.schema() == null) {
                    schema.putObject("json").put("type", "object").putObject("properties");
                } else {
                    schema.set("json", function.schema());
                }
                Tree.put(spec, "strict", function.strict());
                losses.dropped("tools.", function.extensions());
                function.extensions().writeInto(spec, Dialect.BEDROCK_CONVERSE);
                ConverseMessageWriter.point(tools, function.cache());
            }
            case Tool.Custom custom ->
                    throw losses.refused("The tool '" + custom.name() + "'", "tools");
            case Tool.Hosted hosted -> {
                if (hosted.origin() != Dialect.BEDROCK_CONVERSE) {
                    throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
                }
                tools.add(hosted.json());
            }
        }
    }
}
