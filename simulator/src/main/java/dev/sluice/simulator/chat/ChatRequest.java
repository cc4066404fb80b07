package dev.sluice.simulator.chat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the simulator reads of a chat request. */
record ChatRequest(
        String model,
        boolean stream,
        boolean includeUsage,
        @Nullable Integer outputCap,
        int choices,
        @Nullable String user,
        String lastUserText,
        int promptTokens,
        List<String> toolNames,
        Heard heard) {

    /** Reads the fields that matter; throws {@link IllegalArgumentException} with what is wrong. */
    static ChatRequest read(JsonNode body) {
        if (!body.isObject()) {
            throw new IllegalArgumentException("the body must be a JSON object");
        }
        JsonNode model = body.path("model");
        JsonNode messages = body.path("messages");
        if (!model.isString() || model.stringValue().isEmpty()) {
            throw new IllegalArgumentException("you must provide a model parameter");
        }
        if (!messages.isArray() || messages.isEmpty()) {
            throw new IllegalArgumentException(
                    "'messages' must be an array with at least one message");
        }
        int promptTokens = TokenRule.PER_REQUEST;
        String lastUser = "";
        for (JsonNode message : messages) {
            String text = textOf(message.path("content"));
            promptTokens += TokenRule.PER_MESSAGE + TokenRule.ofText(text);
            if ("user".equals(message.path("role").asString(""))) {
                lastUser = text;
            }
        }
        JsonNode user = body.path("user");
        return new ChatRequest(
                model.stringValue(),
                body.path("stream").asBoolean(false),
                body.path("stream_options").path("include_usage").asBoolean(false),
                cap(body),
                Math.max(1, body.path("n").asInt(1)),
                user.isString() ? user.stringValue() : null,
                lastUser,
                promptTokens,
                toolNames(body.path("tools")),
                Heard.in(body));
    }

    private static @Nullable Integer cap(JsonNode body) {
        for (String name : List.of("max_completion_tokens", "max_tokens")) {
            JsonNode cap = body.path(name);
            if (cap.isIntegralNumber()) {
                return Math.clamp(cap.longValue(), 0, Integer.MAX_VALUE);
            }
        }
        return null;
    }

    static String textOf(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            text.append(part.path("text").asString(""));
        }
        return text.toString();
    }

    private static List<String> toolNames(JsonNode tools) {
        List<String> names = new ArrayList<>();
        for (JsonNode tool : tools) {
            String name = tool.path("function").path("name").asString("");
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return List.copyOf(names);
    }
}
