package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.usage.TokenUsage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole replies of the dialect: an object, or at the older door a list of one. */
final class TgiReplies implements ReplyCodec {
    private static final Set<String> KNOWN = Set.of("generated_text", "details");

    @Override
    public ChatReply read(byte[] body) {
        var root = root(body);
        if (root.hasNonNull("error")) {
            throw Tree.error(body);
        }
        if (!root.path("generated_text").isString()) {
            throw UnreadableReply.because("a body without a generated text");
        }
        var details = root.path("details");
        var choice =
                new ChatReply.Choice(
                        0,
                        List.of(ContentPart.Text.of(root.path("generated_text").asString())),
                        stop(details.path("finish_reason").asString("eos_token")),
                        null,
                        null,
                        details.isObject()
                                ? new Extensions(Dialect.TGI, Map.of("details", details))
                                : Extensions.NONE);
        return new ChatReply(
                null,
                null,
                null,
                List.of(choice),
                usage(details),
                Extensions.rest(Dialect.TGI, root, KNOWN));
    }

    private static JsonNode root(byte[] body) {
        try {
            var root = ForeignJson.read(body);
            var object = root != null && root.isArray() ? root.path(0) : root;
            if (object != null && object.isObject()) {
                return object;
            }
        } catch (JacksonException broken) {
            throw UnreadableReply.because("a body that is no JSON object");
        }
        throw UnreadableReply.because("a body that is no JSON object");
    }

    static StopReason stop(String word) {
        return switch (word) {
            case "length" -> StopReason.LENGTH;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.END;
        };
    }

    static String word(StopReason reason) {
        return switch (reason) {
            case LENGTH, CONTEXT_FULL -> "length";
            case STOP_SEQUENCE -> "stop_sequence";
            case END, TOOL_CALLS, FILTERED, REFUSED, PAUSED, MALFORMED_CALL, BROKEN -> "eos_token";
            case INTERRUPTED -> "interrupted";
        };
    }

    /** The input is zero where the server does not tell it. */
    static @Nullable TokenUsage usage(JsonNode details) {
        var input =
                details.path("input_length").isNumber()
                        ? Tree.tokens(details, "input_length")
                        : details.path("prefill").size();
        return details.path("generated_tokens").isNumber()
                ? TokenUsage.of(input, Tree.tokens(details, "generated_tokens"))
                : null;
    }

    static ObjectNode details(StopReason stop, @Nullable TokenUsage usage) {
        var details = SluiceJson.mapper().createObjectNode().put("finish_reason", word(stop));
        if (usage != null) {
            details.put("generated_tokens", usage.output()).put("input_length", usage.input());
        }
        return details.putNull("seed");
    }

    /** Clients demand both lists; which tokens another's text was made of is not known. */
    private static ObjectNode wholeDetails(StopReason stop, @Nullable TokenUsage usage) {
        var details = details(stop, usage);
        details.putArray("prefill");
        details.putArray("tokens");
        return details;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var body = SluiceJson.mapper().createObjectNode();
        if (reply.choices().isEmpty()) {
            return body.put("generated_text", "");
        }
        var choice = reply.choices().getFirst();
        body.put("generated_text", Tree.plainText(choice.parts(), ""));
        var own = choice.extensions().of(Dialect.TGI, "details");
        body.set("details", own != null ? own : wholeDetails(choice.stop(), reply.usage()));
        reply.extensions().writeInto(body, Dialect.TGI);
        return body;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
