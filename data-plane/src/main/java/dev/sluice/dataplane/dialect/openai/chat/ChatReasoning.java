package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.model.route.Dialect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Thinking, in the many places where servers of this dialect put it. Where several hold the same
 * text it is read once.
 */
final class ChatReasoning {
    private static final List<String> FIELDS =
            List.of("reasoning_content", "reasoning", "reasoning_text");

    private ChatReasoning() {}

    static List<ContentPart> read(JsonNode message) {
        var text = text(message);
        var sealed = sealed(message.path("reasoning_details"));
        return text.isEmpty() && sealed == null
                ? List.of()
                : List.of(
                        new ContentPart.Reasoning(
                                text, sealed, null, Dialect.OPENAI_CHAT, Extensions.NONE));
    }

    /** The thinking in a message or delta; empty where there is none. */
    static String text(JsonNode message) {
        for (var field : FIELDS) {
            var node = message.path(field);
            if (node.isString() && !node.asString().isEmpty()) {
                return node.asString();
            }
        }
        var all = new StringBuilder();
        for (var detail : message.path("reasoning_details").values()) {
            var text = ChatRequestReader.text(detail, "text");
            var summary = ChatRequestReader.text(detail, "summary");
            all.append(text != null ? text : summary != null ? summary : "");
        }
        if (all.isEmpty()) {
            for (var part : message.path("content").values()) {
                if (part.path("type").asString("").equals("thinking")) {
                    all.append(ofPart(part));
                }
            }
        }
        return all.toString();
    }

    /** Mistral's list of thoughts within a content part, or one text. */
    private static String ofPart(JsonNode part) {
        var thinking = part.path("thinking");
        if (thinking.isString()) {
            return thinking.asString();
        }
        var all = new StringBuilder();
        thinking.values().forEach(one -> all.append(one.path("text").asString("")));
        return all.toString();
    }

    private static @Nullable String sealed(JsonNode details) {
        for (var detail : details.values()) {
            var signature = ChatRequestReader.text(detail, "signature");
            if (signature != null) {
                return signature;
            }
        }
        return null;
    }

    /** Gemini's signature, as Google's own OpenAI door carries it. */
    static @Nullable String signatureOf(JsonNode call) {
        return ChatRequestReader.text(
                call.path("extra_content").path("google"), "thought_signature");
    }
}
