package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect; errors come as a success, too. */
final class QianfanReplies implements ReplyCodec {
    private static final Set<String> KNOWN =
            Set.of("id", "object", "created", "result", "finish_reason", "function_call", "usage");

    @Override
    public ChatReply read(byte[] body) {
        var root = Tree.reply(body);
        if (root.has("error_code") || root.hasNonNull("error")) {
            throw Tree.error(body);
        }
        var parts = new ArrayList<ContentPart>();
        var text = root.path("result").asString("");
        if (!text.isEmpty()) {
            parts.add(ContentPart.Text.of(text));
        }
        var call = new QianfanMessages().call(root.path("function_call"));
        if (call != null) {
            parts.add(call);
        }
        if (!root.path("result").isString() && call == null) {
            throw UnreadableReply.because("a body without a result");
        }
        return new ChatReply(
                Tree.text(root, "id"),
                null,
                Tree.whole(root, "created"),
                List.of(new ChatReply.Choice(0, parts, stop(root), null, null, Extensions.NONE)),
                usage(root.path("usage")),
                Extensions.rest(Dialect.QIANFAN, root, KNOWN));
    }

    static StopReason stop(JsonNode root) {
        if (root.path("is_truncated").asBoolean(false)) {
            return StopReason.LENGTH;
        }
        return switch (root.path("finish_reason").asString("normal")) {
            case "length" -> StopReason.LENGTH;
            case "content_filter" -> StopReason.FILTERED;
            case "function_call" -> StopReason.TOOL_CALLS;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case END, PAUSED, MALFORMED_CALL, BROKEN -> "normal";
            case STOP_SEQUENCE -> "stop";
            case INTERRUPTED -> "interrupted";
            case LENGTH, CONTEXT_FULL -> "length";
            case TOOL_CALLS -> "function_call";
            case FILTERED, REFUSED -> "content_filter";
        };
    }

    static @Nullable TokenUsage usage(JsonNode usage) {
        return Tree.isCount(usage.path("prompt_tokens"))
                        || Tree.isCount(usage.path("completion_tokens"))
                ? TokenUsage.of(
                        Tree.tokens(usage, "prompt_tokens"),
                        Tree.tokens(usage, "completion_tokens"))
                : null;
    }

    static ObjectNode written(TokenUsage usage) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("prompt_tokens", usage.input())
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.total());
    }

    /** The dialect's numbers for the gateway's own errors. */
    static int errorCode(ErrorCode code) {
        return switch (code) {
            case INVALID_REQUEST, UNSUPPORTED, CONTENT_FILTERED, REQUEST_TOO_LARGE -> 336_003;
            case CONTEXT_LENGTH_EXCEEDED -> 336_007;
            case INVALID_API_KEY -> 110;
            case MODEL_NOT_ALLOWED -> 6;
            case MODEL_NOT_FOUND, UNSUPPORTED_ENDPOINT -> 3;
            case RATE_LIMIT_EXCEEDED -> 18;
            case QUOTA_EXCEEDED, BUDGET_HELD -> 19;
            case GATEWAY_OVERLOADED -> 336_100;
            case UPSTREAM_UNAVAILABLE, UPSTREAM_TIMEOUT -> 2;
            case INTERNAL_ERROR, UPSTREAM_INVALID_RESPONSE, STREAM_INCOMPLETE -> 1;
        };
    }

    static ObjectNode head(ReplyContext context) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("id", context.idWith("as-"))
                .put("object", "chat.completion")
                .put("created", context.createdAt().getEpochSecond());
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = head(context);
        if (!reply.choices().isEmpty()) {
            var choice = reply.choices().getFirst();
            body.put("result", Tree.plainText(choice.parts(), ""));
            for (var part : choice.parts()) {
                if (part instanceof ContentPart.ToolCall call && !body.has("function_call")) {
                    QianfanMessageWriter.call(
                            body.putObject("function_call"), call.name(), call.arguments());
                }
            }
            body.put("is_truncated", choice.stop() == StopReason.LENGTH);
            body.put("need_clear_history", false);
            body.put("finish_reason", word(choice.stop()));
        }
        if (reply.usage() != null) {
            body.set("usage", written(reply.usage()));
        }
        reply.extensions().writeInto(body, Dialect.QIANFAN);
        return body;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
