package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.gemini.part.Field;
import dev.sluice.dataplane.dialect.gemini.part.FinishReasons;
import dev.sluice.dataplane.dialect.gemini.part.GeminiUsage;
import dev.sluice.dataplane.dialect.gemini.part.Grounding;
import dev.sluice.dataplane.dialect.gemini.part.Logprobs;
import dev.sluice.dataplane.dialect.gemini.part.PartReader;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect. */
final class GeminiReplies implements ReplyCodec {
    private static final Set<String> KNOWN =
            Field.names(ReplyFields.CANDIDATES, ReplyFields.MODEL, ReplyFields.RESPONSE_ID);
    private static final Set<String> OF_CANDIDATE =
            Field.names(ReplyFields.CONTENT, ReplyFields.INDEX);

    @Override
    public ChatReply read(byte[] body) {
        var root = parse(body);
        var error = ReplyFields.ERROR.in(root);
        if (!error.isMissingNode()) {
            throw UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
        }
        Tree.objects(ReplyFields.CANDIDATES.in(root), "candidates");
        var responseId = ReplyFields.RESPONSE_ID.text(root);
        var choices = new ArrayList<ChatReply.Choice>();
        for (var node : ReplyFields.CANDIDATES.in(root).values()) {
            choices.add(choice(node, ReplyFields.index(node, choices.size()), responseId));
        }
        if (choices.isEmpty()) {
            if (!ReplyFields.isBlocked(root)) {
                throw UnreadableReply.because("a body without candidates");
            }
            choices.add(
                    new ChatReply.Choice(
                            0, List.of(), StopReason.FILTERED, null, null, Extensions.NONE));
        }
        return new ChatReply(
                responseId,
                ReplyFields.MODEL.text(root),
                createdAt(root),
                choices,
                GeminiUsage.read(ReplyFields.USAGE.in(root)),
                Field.rest(root, KNOWN));
    }

    private static JsonNode parse(byte[] body) {
        try {
            var root = ForeignJson.read(body);
            if (root.isObject()) {
                return root;
            }
            if (root.isArray() && root.path(0).isObject()) {
                return ChunkMerge.of(root);
            }
        } catch (JacksonException broken) {
            throw UnreadableReply.because("a body that is no JSON object");
        }
        throw UnreadableReply.because("a body that is no JSON object");
    }

    static @Nullable Long createdAt(JsonNode root) {
        var text = ReplyFields.CREATED.text(root);
        try {
            return text == null ? null : (Long) Instant.parse(text).getEpochSecond();
        } catch (DateTimeParseException odd) {
            return null;
        }
    }

    private static ChatReply.Choice choice(JsonNode node, int index, @Nullable String responseId) {
        var ids = new ReplyFields.Ids(responseId, index);
        var parts =
                Grounding.cite(
                        new PartReader(ids).read(ReplyFields.CONTENT.in(node)),
                        ReplyFields.GROUNDING.in(node));
        var word = ReplyFields.FINISH_REASON.in(node);
        var stop = FinishReasons.read(word);
        return new ChatReply.Choice(
                index,
                parts,
                meant(stop == null ? StopReason.INTERRUPTED : stop, parts),
                null,
                Logprobs.read(ReplyFields.LOGPROBS.in(node)),
                Field.rest(node, OF_CANDIDATE));
    }

    /** A call that could not be read and nothing else is no answer. */
    private static StopReason meant(StopReason stop, List<ContentPart> parts) {
        return stop == StopReason.MALFORMED_CALL && parts.isEmpty() ? StopReason.BROKEN : stop;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        if (!isBlocked(reply)) {
            var candidates = body.putArray("candidates");
            reply.choices().forEach(choice -> candidates.add(AnswerWriter.candidate(choice)));
        }
        reply.extensions().writeInto(body, Dialect.GEMINI);
        if (!body.has("usageMetadata") && reply.usage() != null) {
            body.set("usageMetadata", GeminiUsage.write(reply.usage()));
        }
        body.put("modelVersion", context.model());
        body.put("responseId", context.idWith(""));
        return body;
    }

    private static boolean isBlocked(ChatReply reply) {
        return ReplyFields.isBlocked(AnswerWriter.object(reply.extensions()))
                && reply.choices().stream().allMatch(choice -> choice.parts().isEmpty());
    }

    @Override
    public boolean saysChoices() {
        return true;
    }

    @Override
    public boolean says(ContentPart.Media media) {
        return PartWriter.media(media) != null;
    }

    @Override
    public List<String> modelPath() {
        return List.of("modelVersion");
    }
}
