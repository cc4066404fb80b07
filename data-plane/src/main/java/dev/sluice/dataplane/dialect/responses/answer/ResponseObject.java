package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.responses.item.ResponsesTools;
import dev.sluice.dataplane.dialect.responses.item.TextFormats;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The response object: what was answered, and what was asked once more. */
public final class ResponseObject {
    /** The dialect's own words: another provider's would be none to its callers. */
    private static final Set<String> TIERS =
            Set.of("auto", "default", "flex", "scale", "priority", "fast", "ultrafast");

    private final ReplyContext context;
    private final String id;

    ResponseObject(ReplyContext context, String id) {
        this.context = context;
        this.id = id;
    }

    ObjectNode inProgress() {
        return write("in_progress", null, null, SluiceJson.mapper().createArrayNode(), null);
    }

    ObjectNode ended(StopReason stop, ArrayNode output, @Nullable TokenUsage usage) {
        var reason = incompleteReason(stop, output);
        ObjectNode details = null;
        if (reason != null) {
            details = SluiceJson.mapper().createObjectNode().put("reason", reason);
        }
        return write(reason == null ? "completed" : "incomplete", null, details, output, usage);
    }

    ObjectNode failed(ErrorCode code, String message, ArrayNode output) {
        var error =
                SluiceJson.mapper()
                        .createObjectNode()
                        .put("code", code.code())
                        .put("message", message);
        return write("failed", error, null, output, null);
    }

    /** Null where the answer is complete. A refusal in words is. */
    static @Nullable String incompleteReason(StopReason stop, ArrayNode output) {
        return switch (stop) {
            case LENGTH, CONTEXT_FULL -> "max_output_tokens";
            case FILTERED -> "content_filter";
            case REFUSED -> hasRefusal(output) ? null : "content_filter";
            case INTERRUPTED -> "interrupted";
            case END, STOP_SEQUENCE, TOOL_CALLS, PAUSED, MALFORMED_CALL, BROKEN -> null;
        };
    }

    private static boolean hasRefusal(ArrayNode output) {
        for (var item : output.values()) {
            for (var part : item.path("content").values()) {
                if (part.has("refusal")) {
                    return true;
                }
            }
        }
        return false;
    }

    private ObjectNode write(
            String status,
            @Nullable ObjectNode error,
            @Nullable ObjectNode incompleteDetails,
            ArrayNode output,
            @Nullable TokenUsage usage) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("id", id).put("object", "response");
        body.put("created_at", context.createdAt().getEpochSecond());
        body.put("status", status).put("background", false);
        set(body, "error", error);
        set(body, "incomplete_details", incompleteDetails);
        body.put("model", context.model());
        body.set("output", output);
        echo(body, context.request());
        set(body, "usage", usage == null ? null : ResponsesUsage.write(usage));
        var tier = usage == null ? null : usage.serviceTier();
        if (tier != null && TIERS.contains(tier)) {
            body.put("service_tier", tier);
        }
        return body;
    }

    private static void set(ObjectNode body, String field, @Nullable JsonNode value) {
        if (value == null) {
            body.putNull(field);
        } else {
            body.set(field, value);
        }
    }

    private static void echo(ObjectNode body, @Nullable ChatRequest request) {
        body.put("instructions", request == null ? null : instructions(request));
        body.put("max_output_tokens", request == null ? null : request.outputCap());
        body.putNull("previous_response_id");
        body.put("store", false);
        var parallel = request == null ? null : request.parallelToolCalls();
        body.put("parallel_tool_calls", parallel == null || parallel);
        var sampling = request == null ? null : request.sampling();
        body.put("temperature", orOne(sampling == null ? null : sampling.temperature()));
        body.put("top_p", orOne(sampling == null ? null : sampling.topP()));
        var top = sampling == null ? null : sampling.topLogprobs();
        body.put("top_logprobs", top == null ? 0 : top);
        tools(body, request);
        var text = body.putObject("text");
        text.set(
                "format",
                TextFormats.write(request == null ? OutputFormat.PLAIN : request.format(), true));
        var extensions = request == null ? Extensions.NONE : request.extensions();
        keep(text, "verbosity", extensions, "text.verbosity");
        reasoning(body, request);
        keep(body, "truncation", extensions, "truncation");
        if (!body.has("truncation")) {
            body.put("truncation", "disabled");
        }
        keep(body, "max_tool_calls", extensions, "max_tool_calls");
        keep(body, "service_tier", extensions, "service_tier");
        keep(body, "prompt_cache_key", extensions, "prompt_cache_key");
        body.put("user", request == null ? null : request.endUser());
        keep(body, "metadata", extensions, "metadata");
        if (!body.has("metadata")) {
            body.putObject("metadata");
        }
    }

    private static BigDecimal orOne(@Nullable BigDecimal asked) {
        return Objects.requireNonNullElse(asked, BigDecimal.ONE);
    }

    private static void keep(ObjectNode body, String field, Extensions extensions, String from) {
        var value = extensions.of(Dialect.OPENAI_RESPONSES, from);
        if (value != null) {
            body.set(field, value);
        }
    }

    private static @Nullable String instructions(ChatRequest request) {
        return instructionsIn(request).stream().map(Message::plainText).findFirst().orElse(null);
    }

    /** The text that the caller gave in a field of its own; empty where there is none. */
    public static List<Message> instructionsIn(ChatRequest request) {
        return request.messages().stream()
                .limit(1)
                .filter(message ->
                        message.extensions().of(Dialect.OPENAI_RESPONSES, ".instructions") != null)
                .toList();
    }

    private static void tools(ObjectNode body, @Nullable ChatRequest request) {
        if (request == null) {
            body.put("tool_choice", "auto");
            body.putArray("tools");
            return;
        }
        var choice = request.toolChoice();
        if (choice == null) {
            body.put("tool_choice", "auto");
        } else {
            body.set("tool_choice", ResponsesTools.write(choice, request.tools()));
        }
        body.set("tools", ResponsesTools.write(request.tools(), forgiving()));
    }

    private static Losses forgiving() {
        return new Losses(Dialect.OPENAI_RESPONSES, false);
    }

    private static void reasoning(ObjectNode body, @Nullable ChatRequest request) {
        var wish = request == null ? null : request.reasoning();
        var node = body.putObject("reasoning");
        node.put("effort", wish == null ? null : wish.effort());
        if (wish != null && Boolean.TRUE.equals(wish.visible())) {
            node.put("summary", "auto");
        } else {
            node.putNull("summary");
        }
    }

    static String itemId(ReplyContext context, String prefix, int index) {
        return context.idWith(prefix) + String.format("%02x", index);
    }
}
