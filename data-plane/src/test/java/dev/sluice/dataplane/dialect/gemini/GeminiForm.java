package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.dialect.media.MediaBytes;
import dev.sluice.model.json.SluiceJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A request in one of its equal forms: what may be written in two ways is written in one. */
final class GeminiForm {
    private static final Set<String> OF_CALLERS = Set.of("args", "response", "properties");

    private GeminiForm() {}

    static JsonNode of(JsonNode request) {
        var body = (ObjectNode) camel(request, false);
        body.remove("model");
        schemas(body.path("generationConfig"), "responseSchema", "responseJsonSchema");
        body.path("tools")
                .values()
                .forEach(tool ->
                        tool.path("functionDeclarations")
                                .values()
                                .forEach(
                                        one -> schemas(one, "parameters", "parametersJsonSchema")));
        body.path("contents").values().forEach(GeminiForm::content);
        if (body.path("systemInstruction") instanceof ObjectNode system) {
            system.remove("role");
            system.path("parts").values().forEach(GeminiForm::part);
        }
        config(body);
        tools(body);
        return body;
    }

    /** Every object tells its hosted tools one by one, its functions together and first. */
    private static void tools(ObjectNode body) {
        if (body.path("tools").isEmpty()) {
            body.remove("tools");
            body.remove("toolConfig");
            return;
        }
        var functions = SluiceJson.mapper().createArrayNode();
        var rest = SluiceJson.mapper().createArrayNode();
        for (var tool : body.path("tools").values()) {
            for (var field : tool.properties()) {
                if (field.getKey().equals("functionDeclarations")) {
                    field.getValue().values().forEach(functions::add);
                } else {
                    rest.addObject().set(field.getKey(), field.getValue());
                }
            }
        }
        var tools = body.putArray("tools");
        if (!functions.isEmpty()) {
            tools.addObject().set("functionDeclarations", functions);
        }
        tools.addAll(rest);
    }

    private static void config(ObjectNode body) {
        if (!(body.path("generationConfig") instanceof ObjectNode config)) {
            return;
        }
        if (config.path("candidateCount").asInt(0) == 1) {
            config.remove("candidateCount");
        }
        if (config.path("responseMimeType").asString("").equals("text/plain")) {
            config.remove("responseMimeType");
        }
        var modalities = config.path("responseModalities");
        if (modalities.size() == 1 && modalities.path(0).asString("").equalsIgnoreCase("text")) {
            config.remove("responseModalities");
        }
        if (config.path("stopSequences").isArray() && config.path("stopSequences").isEmpty()) {
            config.remove("stopSequences");
        }
        if (config.path("thinkingConfig") instanceof ObjectNode thinking) {
            if (!thinking.path("includeThoughts").asBoolean(true)) {
                thinking.remove("includeThoughts");
            }
            if (thinking.has("thinkingLevel")) {
                var level = thinking.path("thinkingLevel").asString();
                thinking.put("thinkingLevel", level.toUpperCase(Locale.ROOT));
            }
            if (thinking.isEmpty()) {
                config.remove("thinkingConfig");
            }
        }
        if (config.isEmpty()) {
            body.remove("generationConfig");
        }
    }

    private static void content(JsonNode node) {
        if (node instanceof ObjectNode content) {
            if (!content.path("role").asString("").equals("model")) {
                content.put("role", "user");
            }
            content.path("parts").values().forEach(GeminiForm::part);
        }
    }

    private static void part(JsonNode node) {
        if (node instanceof ObjectNode part && !part.path("thought").asBoolean(true)) {
            part.remove("thought");
        }
        if (node.path("inlineData") instanceof ObjectNode blob) {
            blob.put("mimeType", MediaBytes.typeOf(null, blob.path("data").asString("")));
        }
    }

    private static void schemas(JsonNode node, String own, String json) {
        if (!(node instanceof ObjectNode object)) {
            return;
        }
        var schema = object.remove(json);
        schema = schema == null ? object.remove(own) : schema;
        if (schema != null && !takesNothing(schema)) {
            object.set(own, lower(schema));
        }
    }

    private static boolean takesNothing(JsonNode schema) {
        return schema.path("type").asString("").equalsIgnoreCase("object")
                && schema.path("properties").isEmpty();
    }

    /** Without what only narrows, and types in lower case. */
    private static JsonNode lower(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            object.remove(
                    List.of("additionalProperties", "propertyOrdering", "$schema", "default"));
            if (object.path("type").isString()) {
                object.put("type", object.path("type").asString().toLowerCase(Locale.ROOT));
            }
            if (object.path("nullable").asBoolean(false)) {
                var type = object.path("type");
                object.remove("nullable");
                object.putArray("type").add(type).add("null");
            }
            if (object.path("required").isEmpty()) {
                object.remove("required");
            }
            object.properties().forEach(field -> lower(field.getValue()));
        } else {
            schema.values().forEach(GeminiForm::lower);
        }
        return schema;
    }

    private static JsonNode camel(JsonNode node, boolean ofCaller) {
        if (node instanceof ArrayNode array) {
            var out = SluiceJson.mapper().createArrayNode();
            array.values().forEach(one -> out.add(camel(one, ofCaller)));
            return out;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        var out = SluiceJson.mapper().createObjectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!field.getValue().isNull() || ofCaller) {
                var name = ofCaller ? field.getKey() : camel(field.getKey());
                out.set(name, camel(field.getValue(), ofCaller || OF_CALLERS.contains(name)));
            }
        }
        return out;
    }

    private static String camel(String name) {
        var out = new StringBuilder();
        var upper = false;
        for (var c : name.toCharArray()) {
            if (c == '_') {
                upper = true;
            } else {
                out.append(upper ? Character.toUpperCase(c) : c);
                upper = false;
            }
        }
        return out.toString();
    }
}
