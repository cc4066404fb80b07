package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ResponsesTools;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads whole requests. */
final class ResponsesRequestReader {
    /** Marks the system text that stood in a field of its own. */
    static final String INSTRUCTIONS = ".instructions";

    /** Marks an end user whom the older of two fields named. */
    static final String END_USER = ".end_user";

    static final String LOGPROBS = "message.output_text.logprobs";

    private static final String SEALED = "reasoning.encrypted_content";

    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "input",
                    "instructions",
                    "tools",
                    "tool_choice",
                    "parallel_tool_calls",
                    "temperature",
                    "top_p",
                    "top_logprobs",
                    "include",
                    "max_output_tokens",
                    "text",
                    "reasoning",
                    "stream",
                    "user",
                    "safety_identifier");

    /** Fields that say where the answer is kept or how it is packed, not what it is. */
    private static final Set<String> QUIET =
            Set.of(
                    "store",
                    "stream_options",
                    "background",
                    "previous_response_id",
                    "conversation",
                    "prompt");

    private ResponsesRequestReader() {}

    static ChatRequest read(JsonFields body) {
        var root = ForeignJson.read(body.bytes());
        if (root.hasNonNull("prompt")) {
            throw new GatewayFailure.Unsupported(
                    "'prompt' names a template that only OpenAI has. Send the text itself.",
                    "prompt");
        }
        return new ChatRequest(
                messages(root),
                ResponsesTools.read(root.path("tools")),
                ResponsesTools.choice(root.path("tool_choice")),
                ItemFields.flag(root, "parallel_tool_calls"),
                sampling(root),
                whole(root, "max_output_tokens"),
                1,
                format(root.path("text").path("format")),
                reasoning(root.path("reasoning")),
                root.path("stream").asBoolean(false),
                endUser(root),
                extensions(root));
    }

    private static List<Message> messages(JsonNode root) {
        var messages = new ArrayList<Message>();
        var instructions = ItemFields.text(root, "instructions");
        if (instructions != null) {
            messages.add(
                    new Message(
                            Role.SYSTEM,
                            List.of(ContentPart.Text.of(instructions)),
                            null,
                            note(INSTRUCTIONS)));
        }
        messages.addAll(InputItems.read(root.path("input")));
        return messages;
    }

    private static Extensions note(String name) {
        return new Extensions(
                Dialect.OPENAI_RESPONSES, Map.of(name, SluiceJson.mapper().createObjectNode()));
    }

    private static Sampling sampling(JsonNode root) {
        var included = false;
        for (var one : root.path("include").values()) {
            included |= one.asString("").equals(LOGPROBS);
        }
        return new Sampling(
                decimal(root, "temperature"),
                decimal(root, "top_p"),
                null,
                List.of(),
                null,
                null,
                null,
                null,
                included ? true : null,
                Tree.small(root.path("top_logprobs")));
    }

    private static OutputFormat format(JsonNode node) {
        return switch (node.path("type").asString("")) {
            case "json_object" -> new OutputFormat.Json();
            case "json_schema" -> schema(node);
            default -> OutputFormat.PLAIN;
        };
    }

    private static OutputFormat schema(JsonNode node) {
        if (!node.path("schema").isObject()) {
            throw new GatewayFailure.Malformed(
                    "'text.format.schema' must be an object.", "text.format.schema");
        }
        return new OutputFormat.Schema(
                ItemFields.text(node, "name"),
                ItemFields.text(node, "description"),
                node.path("schema"),
                ItemFields.flag(node, "strict"));
    }

    private static @Nullable ReasoningWish reasoning(JsonNode node) {
        if (!node.isObject()) {
            return null;
        }
        var summary = node.hasNonNull("summary") || node.hasNonNull("generate_summary");
        var effort = ItemFields.text(node, "effort");
        return effort == null && !summary
                ? null
                : new ReasoningWish(effort, null, summary ? true : null);
    }

    private static @Nullable String endUser(JsonNode root) {
        var named = ItemFields.text(root, "safety_identifier");
        return named != null ? named : ItemFields.text(root, "user");
    }

    private static Extensions extensions(JsonNode root) {
        var fields = new LinkedHashMap<String, JsonNode>();
        for (var field : root.properties()) {
            var name = field.getKey();
            if (!KNOWN.contains(name)) {
                var quiet = QUIET.contains(name) || isDefault(name, field.getValue());
                fields.put(quiet ? "." + name : name, field.getValue());
            }
        }
        include(root.path("include"), fields);
        inner(root, "reasoning", Set.of("effort", "summary"), fields);
        inner(root, "text", Set.of("format"), fields);
        if (ResponsesTools.isHosted(root.path("tool_choice"))) {
            fields.put(".tool_choice", root.path("tool_choice"));
        }
        if (root.has("reasoning")) {
            fields.put(".reasoning", root.path("reasoning"));
        }
        if (root.path("text").has("format")) {
            fields.put(".format", root.path("text").path("format"));
        }
        if (!root.has("safety_identifier") && root.has("user")) {
            fields.put(END_USER, SluiceJson.mapper().createObjectNode());
        }
        return fields.isEmpty()
                ? Extensions.NONE
                : new Extensions(Dialect.OPENAI_RESPONSES, fields);
    }

    /** Nothing is lost with a field that says what holds anyway. */
    private static boolean isDefault(String name, JsonNode value) {
        return value.isNull()
                || (name.equals("truncation") && value.asString("").equals("disabled"))
                || (name.equals("service_tier") && value.asString("").equals("auto"));
    }

    /** What is to be sent along: sealed thoughts concern nobody but their own provider. */
    private static void include(JsonNode include, Map<String, JsonNode> fields) {
        var rest = SluiceJson.mapper().createArrayNode();
        var sealed = SluiceJson.mapper().createArrayNode();
        for (var one : include.values()) {
            var word = one.asString("");
            if (word.equals(SEALED)) {
                sealed.add(one);
            } else if (!word.equals(LOGPROBS)) {
                rest.add(one);
            }
        }
        if (!rest.isEmpty()) {
            fields.put("include", rest);
        }
        if (!sealed.isEmpty()) {
            fields.put(".include", sealed);
        }
    }

    private static void inner(
            JsonNode root, String outer, Set<String> known, Map<String, JsonNode> fields) {
        if (root.path(outer) instanceof ObjectNode object) {
            for (var field : object.properties()) {
                if (!known.contains(field.getKey()) && !field.getValue().isNull()) {
                    fields.put(outer + "." + field.getKey(), field.getValue());
                }
            }
        }
    }

    private static @Nullable BigDecimal decimal(JsonNode object, String field) {
        return object.path(field).isNumber() ? object.path(field).decimalValue() : null;
    }

    private static @Nullable Long whole(JsonNode object, String field) {
        var node = object.path(field);
        return node.isNumber() && node.canConvertToLong() ? node.asLong() : null;
    }
}
