package dev.sluice.dataplane.dialect.dashscope;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect, in the newer form with choices and the older one with a text. */
final class DashScopeReplies implements ReplyCodec {
    private static final Set<String> KNOWN = Set.of("output", "usage", "request_id");

    @Override
    public ChatReply read(byte[] body) {
        var root = Tree.reply(body);
        if (isError(root)) {
            throw Tree.error(body);
        }
        var output = root.path("output");
        Tree.objects(output.path("choices"), "choices");
        var choices = new ArrayList<ChatReply.Choice>();
        for (var node : output.path("choices").values()) {
            choices.add(choice(node, choices.size()));
        }
        if (choices.isEmpty() && output.path("text").isString()) {
            choices.add(
                    new ChatReply.Choice(
                            0,
                            List.of(ContentPart.Text.of(output.path("text").asString())),
                            stop(output.path("finish_reason").asString("")),
                            null,
                            null,
                            Extensions.NONE));
        }
        if (choices.isEmpty()) {
            throw UnreadableReply.because("a body without choices");
        }
        return new ChatReply(
                Tree.text(root, "request_id"),
                null,
                null,
                choices,
                usage(root.path("usage")),
                Extensions.rest(Dialect.DASHSCOPE, root, KNOWN));
    }

    static boolean isError(JsonNode root) {
        return !root.isObject() || !root.path("code").asString("").isEmpty();
    }

    private static ChatReply.Choice choice(JsonNode node, int place) {
        return new ChatReply.Choice(
                node.path("index").asInt(place),
                new DashScopeMessages().parts(node.path("message")),
                stop(node.path("finish_reason").asString("")),
                null,
                node.path("logprobs").isObject() ? node.path("logprobs") : null,
                Extensions.NONE);
    }

    static StopReason stop(String word) {
        return switch (word) {
            case "", "null" -> StopReason.INTERRUPTED; // it is always told
            case "length" -> StopReason.LENGTH;
            case "tool_calls" -> StopReason.TOOL_CALLS;
            case "content_filter" -> StopReason.FILTERED;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case END, STOP_SEQUENCE, PAUSED, MALFORMED_CALL, BROKEN -> "stop";
            case INTERRUPTED -> "interrupted";
            case LENGTH, CONTEXT_FULL -> "length";
            case TOOL_CALLS -> "tool_calls";
            case FILTERED, REFUSED -> "content_filter";
        };
    }

    static @Nullable TokenUsage usage(JsonNode usage) {
        if (!Tree.isCount(usage.path("input_tokens"))
                && !Tree.isCount(usage.path("output_tokens"))) {
            return null;
        }
        var prompt = usage.path("prompt_tokens_details");
        return new TokenUsage(
                Tree.tokens(usage, "input_tokens"),
                Tree.tokens(prompt, "cached_tokens"),
                Tree.tokens(prompt, "cache_creation_input_tokens"),
                0,
                Tree.tokens(usage, "output_tokens"),
                Tree.tokens(usage.path("output_tokens_details"), "reasoning_tokens"),
                0,
                0);
    }

    static ObjectNode written(TokenUsage usage) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("total_tokens", usage.total());
        node.put("input_tokens", usage.input()).put("output_tokens", usage.output());
        var prompt = node.putObject("prompt_tokens_details");
        prompt.put("cached_tokens", usage.cachedInput());
        if (usage.cacheWrite() + usage.cacheWrite1h() > 0) {
            prompt.put("cache_creation_input_tokens", usage.cacheWrite() + usage.cacheWrite1h());
        }
        node.putObject("output_tokens_details").put("reasoning_tokens", usage.reasoning());
        return node;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        var choices = body.putObject("output").putArray("choices");
        for (var choice : reply.choices()) {
            var node = choices.addObject().put("index", choice.index());
            node.put("finish_reason", word(choice.stop()));
            writeMessage(node.putObject("message").put("role", "assistant"), choice.parts());
            if (choice.logprobs() != null) {
                node.set("logprobs", choice.logprobs());
            }
        }
        if (reply.usage() != null) {
            body.set("usage", written(reply.usage()));
        }
        body.put("request_id", context.id().toString());
        reply.extensions().writeInto(body, Dialect.DASHSCOPE);
        return body;
    }

    private static void writeMessage(ObjectNode message, List<ContentPart> parts) {
        message.put("content", Tree.plainText(parts, ""));
        var calls = SluiceJson.mapper().createArrayNode();
        for (var part : parts) {
            if (part instanceof ContentPart.Reasoning some) {
                message.put(
                        "reasoning_content",
                        message.path("reasoning_content").asString("") + some.text());
            } else if (part instanceof ContentPart.ToolCall call) {
                calls.add(
                        DashScopeMessageWriter.call(
                                calls.size(), call.id(), call.name(), call.arguments()));
            }
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
    }

    @Override
    public boolean saysChoices() {
        return true;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
