package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.gemini.schema.SchemaReducer;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import tools.jackson.databind.node.ObjectNode;

/** Writes tools and the choice among them. */
final class ToolWriter {
    private ToolWriter() {}

    static void write(ObjectNode body, ChatRequest request, Losses losses) {
        if (request.tools().isEmpty()) {
            return;
        }
        var functions = new ArrayList<ObjectNode>();
        var tools = SluiceJson.mapper().createArrayNode();
        for (var tool : request.tools()) {
            switch (tool) {
                case Tool.Function function -> functions.add(function(function, losses));
                case Tool.Hosted hosted when hosted.origin() == Dialect.GEMINI ->
                        tools.add(hosted.json());
                case Tool.Hosted hosted ->
                        throw losses.refused("The hosted tool '" + hosted.type() + "'", "tools");
                case Tool.Custom custom ->
                        throw losses.refused("The tool '" + custom.name() + "'", "tools");
            }
        }
        if (!functions.isEmpty()) {
            tools.insertObject(0).putArray("functionDeclarations").addAll(functions);
        }
        body.set("tools", tools);
        if (request.toolChoice() != null) {
            body.set("toolConfig", choice(request.toolChoice()));
        }
        if (Boolean.FALSE.equals(request.parallelToolCalls())) {
            losses.dropped("parallel_tool_calls");
        }
    }

    private static ObjectNode function(Tool.Function function, Losses losses) {
        var node = SluiceJson.mapper().createObjectNode().put("name", function.name());
        Tree.put(node, "description", function.description());
        losses.dropped("tools.", function.extensions());
        if (function.schema() != null) {
            var reduced = SchemaReducer.reduce(function.schema());
            if (reduced == null) {
                // Newer servers take the whole of JSON Schema, under another name.
                node.set("parametersJsonSchema", function.schema());
            } else if (!reduced.isEmpty()) {
                node.set("parameters", reduced);
            }
        }
        function.extensions().writeInto(node, Dialect.GEMINI);
        return node;
    }

    private static ObjectNode choice(ToolChoice choice) {
        var node = SluiceJson.mapper().createObjectNode();
        var calling = node.putObject("functionCallingConfig");
        switch (choice.mode()) {
            case NONE -> calling.put("mode", "NONE");
            case AUTO -> calling.put("mode", choice.names().isEmpty() ? "AUTO" : "VALIDATED");
            case REQUIRED, NAMED -> calling.put("mode", "ANY");
        }
        if (!choice.names().isEmpty()) {
            choice.names().forEach(calling.putArray("allowedFunctionNames")::add);
        }
        return node;
    }
}
