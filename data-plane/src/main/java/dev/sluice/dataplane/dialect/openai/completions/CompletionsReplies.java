package dev.sluice.dataplane.dialect.openai.completions;

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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole texts. */
final class CompletionsReplies implements ReplyCodec {
    static final String OBJECT = "text_completion";

    @Override
    public ChatReply read(byte[] body) {
        var root = parse(body);
        if (root.hasNonNull("error")) {
            throw UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
        }
        Tree.objects(root.path("choices"), "choices");
        var choices = new ArrayList<ChatReply.Choice>();
        for (var node : root.path("choices").values()) {
            var text = node.path("text").asString("");
            choices.add(
                    new ChatReply.Choice(
                            node.path("index").asInt(choices.size()),
                            text.isEmpty() ? List.of() : List.of(ContentPart.Text.of(text)),
                            stop(node.path("finish_reason").asString("")),
                            null,
                            node.path("logprobs").isObject() ? node.path("logprobs") : null,
                            Extensions.NONE));
        }
        if (choices.isEmpty()) {
            throw UnreadableReply.because("a body without choices");
        }
        var usage = root.path("usage");
        return new ChatReply(
                text(root, "id"),
                text(root, "model"),
                root.path("created").canConvertToLong() ? root.path("created").asLong() : null,
                choices,
                usage.isObject() ? OpenAiUsage.read(usage) : null,
                Extensions.NONE);
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

    static @Nullable String text(JsonNode object, String field) {
        return object.path(field).isString() ? object.path(field).asString() : null;
    }

    static StopReason stop(String word) {
        return switch (FinishReason.of(word)) {
            case NONE, STOP, TOOL_CALLS, FUNCTION_CALL -> StopReason.END;
            case LENGTH -> StopReason.LENGTH;
            case CONTENT_FILTER -> StopReason.FILTERED;
            case BROKEN -> StopReason.BROKEN;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case END, STOP_SEQUENCE, TOOL_CALLS, PAUSED, MALFORMED_CALL, BROKEN -> "stop";
            case INTERRUPTED -> "interrupted";
            case LENGTH, CONTEXT_FULL -> "length";
            case FILTERED, REFUSED -> "content_filter";
        };
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = head(context);
        var choices = body.putArray("choices");
        for (var choice : reply.choices()) {
            var text = new StringBuilder();
            for (var part : choice.parts()) {
                if (part instanceof ContentPart.Text some) {
                    text.append(some.text());
                } else if (part instanceof ContentPart.Refusal refusal) {
                    text.append(refusal.text());
                }
            }
            choices.add(
                    choice(
                            choice.index(),
                            text.toString(),
                            choice.logprobs(),
                            word(choice.stop())));
        }
        if (reply.usage() != null) {
            body.set("usage", OpenAiUsage.write(reply.usage()));
        }
        return body;
    }

    static ObjectNode head(ReplyContext context) {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("id", context.idWith("cmpl-"))
                .put("object", OBJECT)
                .put("created", context.createdAt().getEpochSecond())
                .put("model", context.model());
    }

    static ObjectNode choice(
            int index, String text, @Nullable JsonNode logprobs, @Nullable String finish) {
        var node = SluiceJson.mapper().createObjectNode().put("text", text).put("index", index);
        if (logprobs == null) {
            node.putNull("logprobs");
        } else {
            node.set("logprobs", logprobs);
        }
        return node.put("finish_reason", finish);
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
