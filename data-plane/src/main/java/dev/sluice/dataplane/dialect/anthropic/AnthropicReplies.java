package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect: always one answer. */
final class AnthropicReplies implements ReplyCodec {
    private static final String USAGE = "usage";
    private static final Set<String> KNOWN =
            Set.of("id", "type", "role", "model", "content", "stop_reason", "stop_sequence", USAGE);

    @Override
    public ChatReply read(byte[] body) {
        var root = parse(body);
        if (root.path("type").asString("").equals("error") || root.hasNonNull("error")) {
            throw UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
        }
        if (!root.path("content").isArray()) {
            throw UnreadableReply.because("a body without content");
        }
        Tree.objects(root.path("content"), "blocks");
        var choice =
                new ChatReply.Choice(
                        0,
                        BlockReader.read(root.path("content")),
                        StopWords.read(root.path("stop_reason").asString("")),
                        Fields.text(root, "stop_sequence"),
                        null,
                        Extensions.NONE);
        return new ChatReply(
                Fields.text(root, "id"),
                Fields.text(root, "model"),
                null,
                List.of(choice),
                AnthropicUsage.read(root.path(USAGE)),
                extensions(root));
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

    /** Usage tells more than tokens: it goes back whole. */
    private static Extensions extensions(JsonNode root) {
        var rest = Extensions.rest(Dialect.ANTHROPIC, root, KNOWN);
        if (!AnthropicUsage.hasMore(root.path(USAGE))) {
            return rest;
        }
        var fields = new LinkedHashMap<>(rest.fields());
        fields.put(USAGE, root.path(USAGE));
        return new Extensions(Dialect.ANTHROPIC, fields);
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("id", context.idWith("msg_"));
        body.put("type", "message");
        body.put("role", "assistant");
        body.put("model", context.model());
        var content = body.putArray("content");
        var choice =
                reply.choices().isEmpty()
                        ? new ChatReply.Choice(
                                0, List.of(), StopReason.END, null, null, Extensions.NONE)
                        : reply.choices().getFirst();
        for (var part : choice.parts()) {
            var block = AnswerBlocks.write(part);
            if (block != null) {
                content.add(block);
            }
        }
        body.put("stop_reason", StopWords.write(stopOf(choice)));
        if (choice.stopSequence() == null) {
            body.putNull("stop_sequence");
        } else {
            body.put("stop_sequence", choice.stopSequence());
        }
        var own = reply.extensions().of(Dialect.ANTHROPIC, USAGE);
        body.set(USAGE, own == null ? AnthropicUsage.write(reply.usage()) : own);
        reply.extensions().writeInto(body, Dialect.ANTHROPIC);
        return body;
    }

    /** Who declines says so in words elsewhere, here by the end. */
    private static StopReason stopOf(ChatReply.Choice choice) {
        var refused = choice.parts().stream().anyMatch(ContentPart.Refusal.class::isInstance);
        return refused && choice.stop() == StopReason.END ? StopReason.REFUSED : choice.stop();
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
