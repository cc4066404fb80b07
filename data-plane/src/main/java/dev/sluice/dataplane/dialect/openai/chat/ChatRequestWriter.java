package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.conversation.OutputFormat;
import dev.sluice.dataplane.conversation.Sampling;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Writes chat requests. */
final class ChatRequestWriter {
    private static final int MOST_STOPS = 4;

    private ChatRequestWriter() {}

    static ObjectNode write(ChatRequest request, RequestTarget target, Losses losses) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("model", target.model());
        body.set("messages", new ChatMessageWriter(losses).write(request.messages()));
        writeTools(body, request, losses);
        writeSampling(body, request.sampling(), losses);
        if (request.outputCap() != null) {
            body.put(
                    Objects.requireNonNullElse(target.capField(), "max_tokens"),
                    request.outputCap());
        }
        if (request.choices() > 1) {
            body.put("n", request.choices());
        }
        writeFormat(body, request.format());
        losses.untoldSight(request.reasoning(), null);
        if (request.reasoning() != null && request.reasoning().effortOrBudget() != null) {
            body.put("reasoning_effort", request.reasoning().effortOrBudget());
        }
        Tree.put(body, "user", request.endUser());
        if (request.stream()) {
            body.put("stream", true);
            if (target.askUsage()) {
                body.putObject("stream_options").put("include_usage", true);
            }
        }
        losses.dropped("", request.extensions());
        request.extensions().writeInto(body, Dialect.OPENAI_CHAT);
        return body;
    }

    private static void writeTools(ObjectNode body, ChatRequest request, Losses losses) {
        if (request.tools().isEmpty()) {
            return;
        }
        body.set("tools", ChatTools.write(request.tools(), losses));
        if (request.toolChoice() != null) {
            body.set("tool_choice", ChatTools.write(request.toolChoice()));
        }
        Tree.put(body, "parallel_tool_calls", request.parallelToolCalls());
    }

    private static void writeSampling(ObjectNode body, Sampling sampling, Losses losses) {
        Tree.put(body, "temperature", sampling.temperature());
        Tree.put(body, "top_p", sampling.topP());
        if (sampling.topK() != null) {
            losses.dropped("top_k");
        }
        if (!sampling.stop().isEmpty()) {
            var stops = body.putArray("stop");
            sampling.stop().stream().limit(MOST_STOPS).forEach(stops::add);
            if (sampling.stop().size() > MOST_STOPS) {
                losses.changed("stop", "shortened to " + MOST_STOPS + " texts");
            }
        }
        Tree.put(body, "seed", sampling.seed());
        Tree.put(body, "presence_penalty", sampling.presencePenalty());
        Tree.put(body, "frequency_penalty", sampling.frequencyPenalty());
        if (sampling.logitBias() != null) {
            body.set("logit_bias", sampling.logitBias());
        }
        Tree.put(body, "logprobs", sampling.logprobs());
        Tree.put(body, "top_logprobs", sampling.topLogprobs());
    }

    private static void writeFormat(ObjectNode body, OutputFormat format) {
        switch (format) {
            case OutputFormat.Plain _ -> {}
            case OutputFormat.Json _ ->
                    body.putObject("response_format").put("type", "json_object");
            case OutputFormat.Schema schema -> {
                var node = body.putObject("response_format").put("type", "json_schema");
                var inner = node.putObject("json_schema");
                inner.put("name", Objects.requireNonNullElse(schema.name(), "answer"));
                Tree.put(inner, "description", schema.description());
                inner.set("schema", schema.schema());
                Tree.put(inner, "strict", schema.strict());
            }
        }
    }
}
