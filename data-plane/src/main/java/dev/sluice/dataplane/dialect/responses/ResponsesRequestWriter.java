package dev.sluice.dataplane.dialect.responses;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ResponsesTools;
import dev.sluice.dataplane.dialect.responses.item.TextFormats;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes whole requests. */
final class ResponsesRequestWriter {
    static final long LEAST_CAP = 16;

    /** Fields that both dialects of OpenAI have, with the same meaning. */
    private static final Set<String> SHARED =
            Set.of(
                    "metadata",
                    "service_tier",
                    "store",
                    "prompt_cache_key",
                    "prompt_cache_retention",
                    "prompt_cache_options",
                    "moderation");

    private final ObjectNode body = SluiceJson.mapper().createObjectNode();
    private final ChatRequest request;
    private final Losses losses;

    private ResponsesRequestWriter(ChatRequest request, Losses losses) {
        this.request = request;
        this.losses = losses;
    }

    static ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        if (request.choices() > 1) {
            throw losses.refused("More than one answer (n)", "n");
        }
        var writer = new ResponsesRequestWriter(request, losses);
        writer.body.put("model", target.model());
        writer.writeInput();
        writer.writeTools();
        writer.writeSampling(request.sampling());
        writer.writeCap();
        writer.writeText();
        writer.writeReasoning(request.reasoning());
        if (request.endUser() != null) {
            var older = request.extensions().fields().containsKey(ResponsesRequestReader.END_USER);
            writer.body.put(older ? "user" : "safety_identifier", request.endUser());
        }
        if (request.stream()) {
            writer.body.put("stream", true);
        }
        writer.writeExtensions(request.extensions());
        return writer.body;
    }

    private boolean isOwn() {
        return request.extensions().belongTo(Dialect.OPENAI_RESPONSES)
                || request.messages().stream()
                        .anyMatch(message -> ItemFields.areOwn(message.extensions()));
    }

    private void writeInput() {
        var messages = request.messages();
        if (!messages.isEmpty() && isInstructions(messages.getFirst())) {
            body.put("instructions", messages.getFirst().plainText());
            messages = messages.subList(1, messages.size());
        }
        body.set("input", new InputWriter(losses).write(messages));
    }

    /** A system text that another dialect has first stands in its own field here. */
    private static boolean isInstructions(Message message) {
        var own = ItemFields.areOwn(message.extensions());
        return message.isInstruction()
                && message.parts().stream().allMatch(ContentPart.Text.class::isInstance)
                && (!own
                        || message.extensions()
                                .fields()
                                .containsKey(ResponsesRequestReader.INSTRUCTIONS));
    }

    private void writeTools() {
        var tools = request.tools();
        if (tools.isEmpty()) {
            return;
        }
        body.set("tools", ResponsesTools.write(tools, losses));
        var hosted = request.extensions().of(Dialect.OPENAI_RESPONSES, ".tool_choice");
        if (hosted != null) {
            body.set("tool_choice", hosted);
        } else if (request.toolChoice() != null) {
            body.set("tool_choice", ResponsesTools.write(request.toolChoice(), tools));
        }
        Tree.put(body, "parallel_tool_calls", request.parallelToolCalls());
    }

    private void writeSampling(Sampling sampling) {
        Tree.put(body, "temperature", sampling.temperature());
        Tree.put(body, "top_p", sampling.topP());
        if (Boolean.TRUE.equals(sampling.logprobs())) {
            body.putArray("include").add(ResponsesRequestReader.LOGPROBS);
        }
        Tree.put(body, "top_logprobs", sampling.topLogprobs());
        drop("top_k", sampling.topK());
        drop("stop", sampling.stop().isEmpty() ? null : sampling.stop());
        drop("seed", sampling.seed());
        drop("presence_penalty", sampling.presencePenalty());
        drop("frequency_penalty", sampling.frequencyPenalty());
        drop("logit_bias", sampling.logitBias());
    }

    private void drop(String field, @Nullable Object value) {
        if (value != null) {
            losses.dropped(field);
        }
    }

    private void writeCap() {
        var cap = request.outputCap();
        if (cap == null) {
            return;
        }
        if (cap < LEAST_CAP) {
            losses.changed("max_output_tokens", "raised to " + LEAST_CAP + ", the least there is");
        }
        body.put("max_output_tokens", Math.max(LEAST_CAP, cap));
    }

    private void writeText() {
        var kept = request.extensions().of(Dialect.OPENAI_RESPONSES, ".format");
        if (kept != null && !(request.format() instanceof OutputFormat.Schema)) {
            body.putObject("text").set("format", kept);
            return;
        }
        if (!(request.format() instanceof OutputFormat.Plain)) {
            body.putObject("text").set("format", TextFormats.write(request.format(), isOwn()));
        }
    }

    private void writeReasoning(@Nullable ReasoningWish wish) {
        var kept = request.extensions().of(Dialect.OPENAI_RESPONSES, ".reasoning");
        if (kept != null) {
            body.set("reasoning", kept);
            return;
        }
        if (wish == null) {
            return;
        }
        var node = body.putObject("reasoning");
        Tree.put(node, "effort", wish.effortOrBudget());
        if (Boolean.TRUE.equals(wish.visible())) {
            node.put("summary", "auto");
        }
    }

    private void writeExtensions(Extensions extensions) {
        var own = extensions.belongTo(Dialect.OPENAI_RESPONSES);
        var sister = extensions.belongTo(Dialect.OPENAI_CHAT);
        for (var field : extensions.fields().entrySet()) {
            var name = field.getKey();
            if (own) {
                writeOwn(name, field.getValue());
            } else if (sister && SHARED.contains(name)) {
                body.set(name, field.getValue());
            } else if (sister && name.equals("verbosity")) {
                object("text").set("verbosity", field.getValue());
            } else if (!name.startsWith(".")) {
                losses.dropped(name);
            }
        }
    }

    private static final List<String> NOTES =
            List.of(".tool_choice", ".reasoning", ".format", ResponsesRequestReader.END_USER);

    private void writeOwn(String name, JsonNode value) {
        if (NOTES.contains(name) || name.startsWith("reasoning.")) {
            return;
        }
        if (name.equals("include") || name.equals(".include")) {
            value.values().forEach(one -> body.withArray("include").add(one));
        } else if (name.startsWith("text.")) {
            object("text").set(name.substring("text.".length()), value);
        } else {
            body.set(name.startsWith(".") ? name.substring(1) : name, value);
        }
    }

    private ObjectNode object(String name) {
        return body.get(name) instanceof ObjectNode there ? there : body.putObject(name);
    }
}
