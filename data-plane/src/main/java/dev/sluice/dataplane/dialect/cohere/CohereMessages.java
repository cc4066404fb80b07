package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ContentPart.Kind;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.MediaSource;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.openai.InlineUrl;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads messages of requests and replies. A plan before calls of tools is thinking. */
final class CohereMessages {
    static final String PLAN = "tool_plan";
    private static final Set<String> KNOWN =
            Set.of("role", "content", "tool_calls", "tool_call_id", PLAN, "citations");

    private CohereMessages() {}

    static List<Message> read(JsonNode list) {
        var messages = new ArrayList<Message>();
        for (var node : list.values()) {
            if (!node.isObject()) {
                throw new GatewayFailure.Malformed(
                        "Every one of 'messages' must be an object.", "messages");
            }
            messages.add(message(node));
        }
        return messages;
    }

    private static Message message(JsonNode node) {
        var role = role(node.path("role").asString("user"));
        var rest = Extensions.rest(Dialect.COHERE, node, KNOWN);
        if (role == Role.TOOL) {
            var result =
                    new ContentPart.ToolResult(
                            node.path("tool_call_id").asString(""),
                            null,
                            content(node.path("content")),
                            false,
                            null,
                            Extensions.NONE);
            return new Message(role, List.of(result), null, rest);
        }
        return new Message(role, parts(node), null, rest);
    }

    static List<ContentPart> parts(JsonNode node) {
        var parts = new ArrayList<ContentPart>();
        var plan = node.path(PLAN).asString("");
        if (!plan.isEmpty()) {
            parts.add(plan(plan));
        }
        parts.addAll(cited(content(node.path("content")), node.path("citations")));
        for (var call : node.path("tool_calls").values()) {
            var function = call.path("function");
            parts.add(
                    new ContentPart.ToolCall(
                            call.path("id").asString(""),
                            function.path("name").asString(""),
                            Tree.arguments(function.path("arguments")),
                            null,
                            null,
                            Extensions.NONE));
        }
        return parts;
    }

    private static ContentPart plan(String plan) {
        var marked = new Extensions(Dialect.COHERE, Map.of(PLAN, SluiceJson.mapper().nullNode()));
        return new ContentPart.Reasoning(plan, null, null, Dialect.COHERE, marked);
    }

    private static List<ContentPart> content(JsonNode content) {
        if (content.isString()) {
            return List.of(ContentPart.Text.of(content.asString()));
        }
        var parts = new ArrayList<ContentPart>();
        for (var node : content.values()) {
            parts.add(part(node));
        }
        return parts;
    }

    private static ContentPart part(JsonNode node) {
        return switch (node.path("type").asString("text")) {
            case "text" -> ContentPart.Text.of(node.path("text").asString(""));
            case "thinking" ->
                    new ContentPart.Reasoning(
                            node.path("thinking").asString(""),
                            null,
                            null,
                            Dialect.COHERE,
                            Extensions.NONE);
            case "image_url" -> image(node.path("image_url"));
            default -> new ContentPart.Opaque(Dialect.COHERE, node.path("type").asString(""), node);
        };
    }

    private static ContentPart image(JsonNode image) {
        var url = image.isString() ? image.asString() : image.path("url").asString("");
        var data = InlineUrl.parse(url);
        return new ContentPart.Media(
                Kind.IMAGE,
                data != null ? new MediaSource.Inline(data.base64()) : new MediaSource.Url(url),
                data != null ? data.mimeType() : null,
                null,
                Tree.text(image, "detail"),
                null,
                Extensions.NONE);
    }

    /** Citations stand beside all of the content: they belong to the first text. */
    private static List<ContentPart> cited(List<ContentPart> parts, JsonNode citations) {
        var all = new ArrayList<Citation>();
        citations.values().forEach(node -> all.add(citation(node)));
        var out = new ArrayList<ContentPart>(parts);
        for (int i = 0; i < out.size() && !all.isEmpty(); i++) {
            if (out.get(i) instanceof ContentPart.Text text) {
                out.set(
                        i,
                        new ContentPart.Text(
                                text.text(), all, null, text.signature(), text.extensions()));
                break;
            }
        }
        return out;
    }

    static Citation citation(JsonNode node) {
        var document = node.path("sources").path(0).path("document");
        return new Citation(
                Tree.text(document, "url"),
                Tree.text(document, "title"),
                Tree.small(node.path("start")),
                Tree.small(node.path("end")),
                Tree.text(node, "text"),
                node);
    }

    private static Role role(String word) {
        return switch (word) {
            case "system", "developer" -> Role.SYSTEM;
            case "assistant" -> Role.ASSISTANT;
            case "tool" -> Role.TOOL;
            default -> Role.USER;
        };
    }
}
