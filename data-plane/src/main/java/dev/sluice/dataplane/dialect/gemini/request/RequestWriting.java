package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes requests. The model and the wish for a stream are the path's business. */
final class RequestWriting {
    private RequestWriting() {}

    static ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        var model = new ModelLine(target.model());
        var body = SluiceJson.mapper().createObjectNode();
        new ContentsWriter(body, model, losses).write(request.messages());
        ToolWriter.write(body, request, losses);
        var config = new GenerationWriter(model, losses).write(request);
        addOwn(body, config, request, losses);
        if (!config.isEmpty()) {
            body.set("generationConfig", config);
        }
        if (request.endUser() != null) {
            losses.dropped("user");
        }
        return body;
    }

    private static void addOwn(
            ObjectNode body, ObjectNode config, ChatRequest request, Losses losses) {
        var own = request.extensions();
        if (!own.belongTo(Dialect.GEMINI)) {
            losses.dropped("", own);
            return;
        }
        own.fields()
                .forEach((name, value) -> {
                    var inConfig = name.startsWith(RequestReading.CONFIG_PREFIX);
                    var key =
                            inConfig ? name.substring(RequestReading.CONFIG_PREFIX.length()) : name;
                    setIfAbsent(inConfig ? config : body, key, value);
                });
    }

    private static void setIfAbsent(ObjectNode object, String name, JsonNode value) {
        if (!object.has(name) || name.equals(RequestReading.TOOL_CONFIG.camel())) {
            object.set(name, value);
        }
    }
}
