package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.ToolChoice;
import dev.sluice.dataplane.conversation.ToolChoice.Mode;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes requests. */
final class MessagesWriter {
    private static final long CAP_WITHOUT_WISH = 4096;
    private static final String JSON_ONLY = "Answer with exactly one JSON object and nothing else.";

    private final RequestTarget target;
    private final ClaudeModel model;
    private final Losses losses;

    MessagesWriter(RequestTarget target, Losses losses) {
        this.target = target;
        this.model = ClaudeModel.of(target.model());
        this.losses = losses;
    }

    ObjectNode write(ChatRequest request) {
        if (request.choices() > 1) {
            throw losses.refused("More than one choice ('n')", "n");
        }
        var body = SluiceJson.mapper().createObjectNode().put("model", target.model());
        var cap = cap(request);
        body.put(AnthropicRequests.MAX_TOKENS, cap);
        var turns = new Turns(losses);
        turns.write(withInstruction(request), body);
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.ANTHROPIC);
        writeTools(body, request);
        writeFormat(body, request.format());
        var thinks = writeThinking(body, request, turns, cap);
        new SamplingRules(model, losses).write(body, request.sampling(), thinks);
        if (request.endUser() != null) {
            body.withObject("/metadata").put("user_id", request.endUser());
        }
        if (request.stream()) {
            body.put("stream", true);
        }
        return body;
    }

    private long cap(ChatRequest request) {
        if (request.outputCap() != null) {
            return request.outputCap();
        }
        losses.changed(
                AnthropicRequests.MAX_TOKENS,
                "set to " + CAP_WITHOUT_WISH + ": the target demands a number");
        return CAP_WITHOUT_WISH;
    }

    private List<Message> withInstruction(ChatRequest request) {
        if (!(request.format() instanceof OutputFormat.Json)) {
            return request.messages();
        }
        losses.changed("response_format", "told as an instruction: the target has no JSON mode");
        var messages = new ArrayList<Message>();
        messages.add(Message.of(Role.SYSTEM, List.of(ContentPart.Text.of(JSON_ONLY))));
        messages.addAll(request.messages());
        return messages;
    }

    private void writeTools(ObjectNode body, ChatRequest request) {
        if (request.tools().isEmpty()) {
            return;
        }
        ToolDefinitions.write(body, request.tools(), request.toolChoice(), losses);
        ToolDefinitions.writeChoice(body, request.toolChoice(), request.parallelToolCalls());
    }

    private static void writeFormat(ObjectNode body, OutputFormat format) {
        if (format instanceof OutputFormat.Schema schema) {
            body.withObject("/output_config")
                    .putObject("format")
                    .put("type", "json_schema")
                    .set("schema", schema.schema());
        }
    }

    private boolean writeThinking(ObjectNode body, ChatRequest request, Turns turns, long cap) {
        var wish = request.reasoning();
        if (wish == null || body.has("thinking")) {
            return body.has("thinking");
        }
        var obstacle = wish.isOff() ? null : obstacle(wish, request.toolChoice(), turns);
        if (obstacle != null) {
            losses.changed("thinking", "left out: " + obstacle);
            return false;
        }
        return ThinkingWish.write(body, wish, model, cap, losses);
    }

    /** What the target refuses together with thinking. */
    private @Nullable String obstacle(
            ReasoningWish wish, @Nullable ToolChoice choice, Turns turns) {
        var byEffort = wish.budgetTokens() == null ? model.takesEffort() : wish.budgetTokens() < 0;
        if (byEffort) {
            return null;
        }
        if (choice != null && (choice.mode() == Mode.REQUIRED || choice.mode() == Mode.NAMED)) {
            return "the target does not think where a tool is forced";
        }
        return turns.endsInUnthoughtCalls()
                ? "the calls that are answered came without thinking of this provider"
                : null;
    }
}
