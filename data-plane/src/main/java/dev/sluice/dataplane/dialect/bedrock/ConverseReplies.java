package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.ServiceTiers;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect. Its input leaves out what the cache held and took. */
final class ConverseReplies implements ReplyCodec {
    private static final Set<String> KNOWN = Set.of("output", "stopReason", "usage");

    @Override
    public ChatReply read(byte[] body) {
        var root = Tree.reply(body);
        if (!root.path("output").path("message").isObject()) {
            if (root.has("message") || root.has("Message")) {
                throw Tree.error(body);
            }
            throw UnreadableReply.because("a body without an output");
        }
        Tree.objects(root.path("output").path("message").path("content"), "blocks");
        var choice =
                new ChatReply.Choice(
                        0,
                        ConverseBlocks.read(root.path("output").path("message").path("content")),
                        stop(root.path("stopReason").asString("")),
                        null,
                        null,
                        Extensions.NONE);
        return new ChatReply(
                null,
                null,
                null,
                List.of(choice),
                usage(root),
                Extensions.rest(Dialect.BEDROCK_CONVERSE, root, KNOWN));
    }

    static StopReason stop(String word) {
        return switch (word) {
            case "" -> StopReason.INTERRUPTED; // it is always told
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "max_tokens" -> StopReason.LENGTH;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "guardrail_intervened", "content_filtered" -> StopReason.FILTERED;
            case "malformed_model_output", "malformed_tool_use" -> StopReason.MALFORMED_CALL;
            case "model_context_window_exceeded" -> StopReason.CONTEXT_FULL;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case END, PAUSED, BROKEN -> "end_turn";
            case INTERRUPTED -> "interrupted";
            case STOP_SEQUENCE -> "stop_sequence";
            case LENGTH -> "max_tokens";
            case CONTEXT_FULL -> "model_context_window_exceeded";
            case TOOL_CALLS -> "tool_use";
            case FILTERED, REFUSED -> "content_filtered";
            case MALFORMED_CALL -> "malformed_tool_use";
        };
    }

    /**
     * @param root a reply, or the metadata of a stream
     */
    static @Nullable TokenUsage usage(JsonNode root) {
        var usage = root.path("usage");
        if (!Tree.isCount(usage.path("inputTokens")) && !Tree.isCount(usage.path("outputTokens"))) {
            return null;
        }
        var read = Tree.tokens(usage, "cacheReadInputTokens");
        var written = Tree.tokens(usage, "cacheWriteInputTokens");
        return new TokenUsage(
                        Tree.tokens(usage, "inputTokens") + read + written,
                        read,
                        written,
                        0,
                        Tree.tokens(usage, "outputTokens"),
                        0,
                        0,
                        0)
                .servedAt(ServiceTiers.named(root.path("serviceTier").path("type").asString("")));
    }

    static ObjectNode written(TokenUsage usage) {
        var writes = usage.cacheWrite() + usage.cacheWrite1h();
        var node = SluiceJson.mapper().createObjectNode();
        node.put("inputTokens", usage.input() - usage.cachedInput() - writes);
        node.put("outputTokens", usage.output());
        node.put("totalTokens", usage.total());
        node.put("cacheReadInputTokens", usage.cachedInput());
        return node.put("cacheWriteInputTokens", writes);
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        var message = body.putObject("output").putObject("message").put("role", "assistant");
        var content = message.putArray("content");
        if (!reply.choices().isEmpty()) {
            var choice = reply.choices().getFirst();
            new ConverseMessageWriter(new Losses(Dialect.BEDROCK_CONVERSE, false))
                    .writeParts(
                            content, choice.parts().stream().map(ConverseReplies::own).toList());
            body.put("stopReason", word(choice.stop()));
        }
        if (reply.usage() != null) {
            body.set("usage", written(reply.usage()));
        }
        body.putObject("metrics").put("latencyMs", 0);
        reply.extensions()
                .fields()
                .forEach((field, value) -> {
                    if (reply.extensions().belongTo(Dialect.BEDROCK_CONVERSE)) {
                        body.set(field, value);
                    }
                });
        return body;
    }

    /** Thinking of any model is shown; what only another dialect knows is not. */
    private static ContentPart own(ContentPart part) {
        return switch (part) {
            case ContentPart.Reasoning some when some.origin() != Dialect.BEDROCK_CONVERSE ->
                    new ContentPart.Reasoning(
                            some.text(), null, null, Dialect.BEDROCK_CONVERSE, Extensions.NONE);
            case ContentPart.Opaque opaque when opaque.origin() != Dialect.BEDROCK_CONVERSE ->
                    ContentPart.Text.of("");
            default -> part;
        };
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
