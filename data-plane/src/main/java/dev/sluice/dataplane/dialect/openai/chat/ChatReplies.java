package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.openai.FinishReason;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect. */
final class ChatReplies implements ReplyCodec {
    private static final Set<String> KNOWN =
            Set.of("id", "object", "created", "model", "choices", "usage");
    private static final Set<String> CHOICE =
            Set.of("index", "message", "finish_reason", "logprobs");

    @Override
    public ChatReply read(byte[] body) {
        var root = parse(body);
        if (root.hasNonNull("error")) {
            throw UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
        }
        Tree.objects(root.path("choices"), "choices");
        var choices = new ArrayList<ChatReply.Choice>();
        for (var node : root.path("choices").values()) {
            if (node.hasNonNull("error")) {
                var error = ForeignJson.bytes(node.path("error"));
                throw UnreadableReply.error(UpstreamErrors.read(error, 0, error.length));
            }
            choices.add(choice(node, choices.size()));
        }
        if (choices.isEmpty()) {
            throw UnreadableReply.because("a body without choices");
        }
        return new ChatReply(
                ChatRequestReader.text(root, "id"),
                ChatRequestReader.text(root, "model"),
                root.path("created").canConvertToLong() ? root.path("created").asLong() : null,
                choices,
                usage(root),
                Extensions.rest(Dialect.OPENAI_CHAT, root, KNOWN));
    }

    @Override
    public boolean tellsEnd(byte[] body) {
        return parse(body)
                .path("choices")
                .valueStream()
                .allMatch(
                        choice -> FinishReason.isKnown(choice.path("finish_reason").asString("")));
    }

    private static JsonNode parse(byte[] body) {
        try {
            var root = ForeignJson.read(body);
            if (root != null && root.isObject()) {
                return root;
            }
        } catch (JacksonException broken) {
            throw UnreadableReply.because("a body that is no JSON object");
        }
        throw UnreadableReply.because("a body that is no JSON object");
    }

    private static ChatReply.Choice choice(JsonNode node, int place) {
        var parts =
                new ArrayList<ContentPart>(
                        ChatMessages.parts(node.path("message"), new ChatMessages.LegacyCalls()));
        parts.addAll(ChatParts.pictures(node.path("message")));
        // An empty text says nothing beside calls or thinking.
        parts.removeIf(part ->
                part instanceof ContentPart.Text text
                        && text.text().isEmpty()
                        && text.citations().isEmpty());
        return new ChatReply.Choice(
                node.path("index").asInt(place),
                parts,
                stop(node.path("finish_reason").asString("")),
                null,
                ChatRequestReader.given(node, "logprobs"),
                Extensions.rest(Dialect.OPENAI_CHAT, node, CHOICE));
    }

    static StopReason stop(String word) {
        return switch (FinishReason.of(word)) {
            case NONE, STOP -> StopReason.END;
            case LENGTH -> StopReason.LENGTH;
            case TOOL_CALLS, FUNCTION_CALL -> StopReason.TOOL_CALLS;
            case CONTENT_FILTER -> StopReason.FILTERED;
            case BROKEN -> StopReason.BROKEN;
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

    private static @Nullable TokenUsage usage(JsonNode root) {
        var usage = root.path("usage");
        if (!usage.isObject()) {
            usage = root.path("x_groq").path("usage");
        }
        if (!usage.isObject()) {
            usage = root.path("choices").path(0).path("usage");
        }
        return usage.isObject() ? OpenAiUsage.read(usage) : null;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("id", context.idWith("chatcmpl-"));
        body.put("object", "chat.completion");
        body.put("created", context.createdAt().getEpochSecond());
        body.put("model", context.model());
        var choices = body.putArray("choices");
        for (var choice : reply.choices()) {
            var node = choices.addObject().put("index", choice.index());
            node.set("message", ChatAnswerWriter.message(choice.parts()));
            if (choice.logprobs() == null) {
                node.putNull("logprobs");
            } else {
                node.set("logprobs", choice.logprobs());
            }
            node.put("finish_reason", word(choice.stop()));
            choice.extensions().writeInto(node, Dialect.OPENAI_CHAT);
        }
        if (reply.usage() != null) {
            body.set("usage", OpenAiUsage.write(reply.usage()));
        }
        reply.extensions().writeInto(body, Dialect.OPENAI_CHAT);
        return body;
    }

    @Override
    public boolean saysChoices() {
        return true;
    }

    @Override
    public boolean says(ContentPart.Media media) {
        return ChatParts.picture(media) != null;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
