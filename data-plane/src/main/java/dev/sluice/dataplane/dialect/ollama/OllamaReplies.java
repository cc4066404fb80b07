package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect. */
final class OllamaReplies implements ReplyCodec {
    private static final Set<String> KNOWN =
            Set.of(
                    "model",
                    "created_at",
                    "message",
                    "done",
                    "done_reason",
                    "prompt_eval_count",
                    "eval_count",
                    "logprobs");

    @Override
    public ChatReply read(byte[] body) {
        var root = Tree.reply(body);
        if (root.hasNonNull("error")) {
            throw Tree.error(body);
        }
        if (!root.path("message").isObject()) {
            throw UnreadableReply.because("a body without a message");
        }
        var choice =
                new ChatReply.Choice(
                        0,
                        new OllamaMessages().parts(root.path("message")),
                        stop(root.path("done_reason").asString("stop")),
                        null,
                        logprobs(root),
                        Extensions.NONE);
        return new ChatReply(
                null,
                Tree.text(root, "model"),
                createdAt(root),
                List.of(choice),
                usage(root),
                Extensions.rest(Dialect.OLLAMA, root, KNOWN));
    }

    static @Nullable JsonNode logprobs(JsonNode root) {
        return root.path("logprobs").isArray() && !root.path("logprobs").isEmpty()
                ? SluiceJson.mapper().createObjectNode().set("content", root.path("logprobs"))
                : null;
    }

    static @Nullable Long createdAt(JsonNode root) {
        try {
            var text = root.path("created_at").asString("");
            return text.isEmpty() ? null : OffsetDateTime.parse(text).toEpochSecond();
        } catch (DateTimeException unreadable) {
            return null;
        }
    }

    static StopReason stop(String word) {
        return switch (word) {
            case "length" -> StopReason.LENGTH;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case LENGTH, CONTEXT_FULL -> "length";
            case INTERRUPTED -> "interrupted";
            case END,
                    STOP_SEQUENCE,
                    TOOL_CALLS,
                    FILTERED,
                    REFUSED,
                    PAUSED,
                    MALFORMED_CALL,
                    BROKEN ->
                    "stop";
        };
    }

    /** The input is zero where the server does not tell it. */
    static @Nullable TokenUsage usage(JsonNode root) {
        return Tree.isCount(root.path("prompt_eval_count")) || Tree.isCount(root.path("eval_count"))
                ? TokenUsage.of(
                        Tree.tokens(root, "prompt_eval_count"), Tree.tokens(root, "eval_count"))
                : null;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = head(context);
        var message = body.putObject("message").put("role", "assistant").put("content", "");
        if (reply.choices().isEmpty()) {
            return body.put("done", true);
        }
        var choice = reply.choices().getFirst();
        var calls = SluiceJson.mapper().createArrayNode();
        for (var part : choice.parts()) {
            switch (part) {
                case ContentPart.Text text -> append(message, "content", text.text());
                case ContentPart.Refusal refusal -> append(message, "content", refusal.text());
                case ContentPart.Reasoning some -> append(message, "thinking", some.text());
                case ContentPart.ToolCall call ->
                        calls.add(call(calls.size(), call.id(), call.name(), call.arguments()));
                case ContentPart.Media _, ContentPart.ToolResult _, ContentPart.Opaque _ -> {}
            }
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        if (choice.logprobs() != null && choice.logprobs().has("content")) {
            body.set("logprobs", choice.logprobs().path("content"));
        }
        body.put("done", true).put("done_reason", word(choice.stop()));
        count(body, reply.usage());
        reply.extensions().writeInto(body, Dialect.OLLAMA);
        return body;
    }

    private static void append(ObjectNode message, String field, String text) {
        message.put(field, message.path(field).asString("") + text);
    }

    static ObjectNode head(ReplyContext context) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("model", context.model())
                .put("created_at", context.createdAt().toString());
    }

    static ObjectNode call(int index, String id, String name, String arguments) {
        var node = SluiceJson.mapper().createObjectNode().put("id", id);
        node.putObject("function")
                .put("index", index)
                .put("name", name)
                .set("arguments", Tree.argumentsObject(arguments));
        return node;
    }

    static void count(ObjectNode body, @Nullable TokenUsage usage) {
        if (usage != null) {
            body.put("prompt_eval_count", usage.input()).put("eval_count", usage.output());
        }
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
