package dev.sluice.simulator.chat;

import dev.sluice.simulator.exchange.Bodies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What a request says beside the caller's last words, for answers that retell it: so a test sees
 * from the caller's side what arrived here.
 *
 * @param results what tools said, in order
 * @param images their media types and sizes, or their addresses
 * @param answering the conversation ends with results of tools
 */
record Heard(
        List<String> system,
        List<String> tools,
        List<String> results,
        List<String> images,
        boolean schema,
        boolean answering) {

    static Heard in(JsonNode body) {
        List<String> system = new ArrayList<>();
        List<String> results = new ArrayList<>();
        List<String> images = new ArrayList<>();
        String role = "";
        for (JsonNode message : body.path("messages")) {
            role = message.path("role").asString("");
            String text = ChatRequest.textOf(message.path("content"));
            switch (role) {
                case "system", "developer" -> system.add(text);
                case "tool", "function" -> results.add(text);
                default ->
                        message.path("content")
                                .forEach(part -> {
                                    if (part.has("image_url")) {
                                        images.add(image(part.at("/image_url/url").asString("")));
                                    }
                                });
            }
        }
        List<String> tools = new ArrayList<>();
        body.path("tools").forEach(tool -> tools.add(tool.at("/function/name").asString("")));
        return new Heard(
                system,
                tools,
                results,
                images,
                body.at("/response_format/json_schema/schema").isObject(),
                role.equals("tool") || role.equals("function"));
    }

    /** {@code image/png 70} for 70 bytes of base64 text; an address as it is. */
    private static String image(String url) {
        int comma = url.indexOf(";base64,");
        if (!url.startsWith("data:") || comma < 0) {
            return url;
        }
        return url.substring("data:".length(), comma)
                + " "
                + (url.length() - comma - ";base64,".length());
    }

    String retold() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("system", system);
        told.put("tools", tools);
        told.put("results", results);
        told.put("images", images);
        told.put("schema", schema);
        return Bodies.MAPPER.writeValueAsString(told);
    }
}
