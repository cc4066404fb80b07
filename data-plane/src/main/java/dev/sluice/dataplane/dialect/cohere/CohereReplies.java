package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect. */
final class CohereReplies implements ReplyCodec {
    private static final Set<String> KNOWN = Set.of("id", "finish_reason", "message", "usage");

    @Override
    public ChatReply read(byte[] body) {
        var root = Tree.reply(body);
        if (root.hasNonNull("error") || root.path("message").isString()) {
            throw Tree.error(body);
        }
        if (root.path("text").isString() && !root.has("message")) {
            return CohereFirst.read(root);
        }
        if (!root.path("message").isObject()) {
            throw UnreadableReply.because("a body without a message");
        }
        Tree.objects(root.path("message").path("content"), "parts");
        var stop = stop(root.path("finish_reason").asString(""));
        var choice =
                new ChatReply.Choice(
                        0,
                        CohereMessages.parts(root.path("message")),
                        stop,
                        null,
                        null,
                        Extensions.NONE);
        return new ChatReply(
                Tree.text(root, "id"),
                null,
                null,
                List.of(choice),
                usage(root.path("usage")),
                Extensions.rest(Dialect.COHERE, root, KNOWN));
    }

    static StopReason stop(String word) {
        return switch (word) {
            case "" -> StopReason.INTERRUPTED; // it is always told
            case "STOP_SEQUENCE" -> StopReason.STOP_SEQUENCE;
            case "MAX_TOKENS" -> StopReason.LENGTH;
            case "TOOL_CALL" -> StopReason.TOOL_CALLS;
            case "ERROR_TOXIC" -> StopReason.FILTERED;
            case "ERROR", "TIMEOUT" -> StopReason.BROKEN;
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case END, PAUSED, MALFORMED_CALL, REFUSED -> "COMPLETE";
            case STOP_SEQUENCE -> "STOP_SEQUENCE";
            case LENGTH, CONTEXT_FULL -> "MAX_TOKENS";
            case TOOL_CALLS -> "TOOL_CALL";
            case FILTERED -> "ERROR_TOXIC";
            case BROKEN, INTERRUPTED -> "ERROR";
        };
    }

    static @Nullable TokenUsage usage(JsonNode usage) {
        var tokens =
                usage.path("tokens").isObject() ? usage.path("tokens") : usage.path("billed_units");
        return Tree.isCount(tokens.path("input_tokens"))
                        || Tree.isCount(tokens.path("output_tokens"))
                ? new TokenUsage(
                        Tree.tokens(tokens, "input_tokens"),
                        Tree.tokens(usage, "cached_tokens"),
                        0,
                        0,
                        Tree.tokens(tokens, "output_tokens"),
                        0,
                        0,
                        0)
                : null;
    }

    static ObjectNode written(TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode();
        for (var field : List.of("billed_units", "tokens")) {
            node.putObject(field)
                    .put("input_tokens", usage.input())
                    .put("output_tokens", usage.output());
        }
        return node.put("cached_tokens", usage.cachedInput());
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("id", context.id().toString());
        var message = body.putObject("message").put("role", "assistant");
        if (!reply.choices().isEmpty()) {
            var choice = reply.choices().getFirst();
            new CohereMessageWriter(new Losses(Dialect.COHERE, false))
                    .writeParts(message, CohereStreamWriter.sayable(choice.parts()), false);
            body.put("finish_reason", word(choice.stop()));
        }
        if (reply.usage() != null) {
            body.set("usage", written(reply.usage()));
        }
        reply.extensions().writeInto(body, Dialect.COHERE);
        return body;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
