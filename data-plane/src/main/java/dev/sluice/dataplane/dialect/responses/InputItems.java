package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.dataplane.dialect.responses.item.SealedThoughts;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads a request's input. What the model made in one turn (thoughts, words, calls) is one message,
 * as other dialects have it, though here each piece is an item of its own.
 */
final class InputItems {
    /** Where the first text of a message item keeps what the item has beside its content. */
    static final String MESSAGE = ".message";

    private static final Set<String> OF_MESSAGE = Set.of("role", "content");
    private static final Set<String> OF_CALL =
            Set.of("type", "call_id", "name", "namespace", "arguments");
    private static final Set<String> OF_RESULT = Set.of("call_id", "output");
    private static final Set<String> OF_REASONING = Set.of("type", "encrypted_content");

    private final List<Message> messages = new ArrayList<>();
    private final List<ContentPart> turn = new ArrayList<>();

    private InputItems() {}

    static List<Message> read(JsonNode input) {
        if (input.isString()) {
            return List.of(Message.text(Role.USER, input.asString()));
        }
        var items = new InputItems();
        input.values().forEach(items::take);
        items.endTurn();
        return items.messages;
    }

    private void take(JsonNode item) {
        if (!item.isObject()) {
            throw new GatewayFailure.Malformed("Every item of 'input' must be an object.", "input");
        }
        var type = item.path("type").asString("message");
        switch (type) {
            case "message" -> message(item);
            case "function_call" -> turn.add(call(item));
            case "custom_tool_call" -> turn.add(customCall(item));
            case "reasoning" -> turn.add(reasoning(item));
            case "function_call_output", "custom_tool_call_output" -> result(item);
            case "item_reference" ->
                    throw new GatewayFailure.Unsupported(
                            "'input' refers to an item that the gateway was to have kept, and it"
                                    + " keeps none. Send the item itself instead of an"
                                    + " item_reference.",
                            "input");
            default -> {
                if (type.endsWith("_output") || !isOfModel(type)) {
                    say(Role.USER, List.of(opaque(type, item)), Extensions.NONE);
                } else {
                    turn.add(opaque(type, item));
                }
            }
        }
    }

    private static boolean isOfModel(String type) {
        return !type.equals("mcp_approval_response") && !type.equals("additional_tools");
    }

    private static ContentPart opaque(String type, JsonNode item) {
        return new ContentPart.Opaque(Dialect.OPENAI_RESPONSES, type, item);
    }

    private void say(Role role, List<ContentPart> parts, Extensions rest) {
        endTurn();
        messages.add(new Message(role, parts, null, rest));
    }

    private void endTurn() {
        if (!turn.isEmpty()) {
            messages.add(Message.of(Role.ASSISTANT, turn));
            turn.clear();
        }
    }

    private void message(JsonNode item) {
        var role = role(item.path("role").asString(""));
        var parts = ItemParts.read(item.path("content"));
        var rest = ItemFields.rest(item, OF_MESSAGE);
        if (role == Role.ASSISTANT) {
            turn.addAll(marked(parts, rest));
        } else {
            say(role, parts, rest);
        }
    }

    private static List<ContentPart> marked(List<ContentPart> parts, Extensions rest) {
        if (parts.isEmpty() || !(parts.getFirst() instanceof ContentPart.Text text)) {
            return parts;
        }
        var fields = new LinkedHashMap<>(text.extensions().fields());
        var item = SluiceJson.mapper().createObjectNode();
        ItemFields.restore(item, rest);
        fields.put(MESSAGE, item);
        var all = new ArrayList<>(parts);
        all.set(
                0,
                new ContentPart.Text(
                        text.text(),
                        text.citations(),
                        text.cache(),
                        text.signature(),
                        new Extensions(Dialect.OPENAI_RESPONSES, fields)));
        return all;
    }

    private static Role role(String word) {
        return switch (word) {
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "system" -> Role.SYSTEM;
            case "developer" -> Role.DEVELOPER;
            default ->
                    throw new GatewayFailure.Malformed(
                            "'input[].role' must be user, assistant, system or developer, not '"
                                    + word
                                    + "'.",
                            "input");
        };
    }

    private static ContentPart call(JsonNode item) {
        var arguments = item.path("arguments");
        var name = CallName.of(item);
        return new ContentPart.ToolCall(
                item.path("call_id").asString(item.path("id").asString("")),
                name.joined(),
                arguments.isString() ? arguments.asString() : arguments.toString(),
                null,
                null,
                name.keptIn(ItemFields.rest(item, OF_CALL)));
    }

    private static ContentPart customCall(JsonNode item) {
        return ContentPart.Opaque.call(
                item.path("call_id").asString(""),
                item.path("name").asString(""),
                item.path("input").asString(""));
    }

    private static ContentPart reasoning(JsonNode item) {
        var text = ItemParts.thoughts(item);
        var field = ItemFields.text(item, "encrypted_content");
        var foreign = field == null ? null : SealedThoughts.read(text, field);
        return foreign != null
                ? foreign
                : new ContentPart.Reasoning(
                        text,
                        null,
                        field,
                        Dialect.OPENAI_RESPONSES,
                        ItemFields.rest(item, OF_REASONING));
    }

    private void result(JsonNode item) {
        var output = item.path("output");
        var content =
                output.isString() || output.isArray()
                        ? ItemParts.read(output)
                        : List.<ContentPart>of(ContentPart.Text.of(output.toString()));
        var result =
                new ContentPart.ToolResult(
                        item.path("call_id").asString(""),
                        null,
                        content,
                        false,
                        null,
                        ItemFields.rest(item, OF_RESULT));
        say(Role.TOOL, List.of(result), Extensions.NONE);
    }
}
