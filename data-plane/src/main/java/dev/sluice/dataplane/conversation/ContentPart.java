package dev.sluice.dataplane.conversation;

import dev.sluice.model.route.Dialect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A piece of a message. */
public sealed interface ContentPart {
    /** What somebody says. */
    record Text(
            String text,
            List<Citation> citations,
            @Nullable CacheMark cache,
            @Nullable String signature,
            Extensions extensions)
            implements ContentPart {
        public Text {
            citations = List.copyOf(citations);
        }

        public static Text of(String text) {
            return new Text(text, List.of(), null, null, Extensions.NONE);
        }
    }

    /**
     * A picture, sound, document or film.
     *
     * @param mimeType null where only the source can tell
     * @param name of the file
     * @param detail how closely a picture is looked at
     */
    record Media(
            Kind kind,
            MediaSource source,
            @Nullable String mimeType,
            @Nullable String name,
            @Nullable String detail,
            @Nullable CacheMark cache,
            Extensions extensions)
            implements ContentPart {}

    /** What a {@link Media} shows. */
    enum Kind {
        IMAGE,
        AUDIO,
        DOCUMENT,
        VIDEO
    }

    /**
     * The model calls a tool.
     *
     * @param id as the dialect gave it; a reader makes a stable one where there is none
     * @param arguments JSON text exactly as it came; may be broken where the answer was cut
     * @param signature what the provider wants back with it
     */
    record ToolCall(
            String id,
            String name,
            String arguments,
            @Nullable String signature,
            @Nullable CacheMark cache,
            Extensions extensions)
            implements ContentPart {}

    /**
     * What a tool answered.
     *
     * @param toolName null where the dialect names only the call
     * @param content texts and media
     */
    record ToolResult(
            String callId,
            @Nullable String toolName,
            List<ContentPart> content,
            boolean failed,
            @Nullable CacheMark cache,
            Extensions extensions)
            implements ContentPart {
        public ToolResult {
            content = List.copyOf(content);
        }
    }

    /**
     * The model's thinking. Signature and sealed data are bound to the provider that made them:
     * they go back there byte for byte, and nowhere else.
     *
     * @param text empty where the provider hides it
     * @param sealed encrypted thinking that only the provider can read
     * @param origin the dialect that it came in
     */
    record Reasoning(
            String text,
            @Nullable String signature,
            @Nullable String sealed,
            Dialect origin,
            Extensions extensions)
            implements ContentPart {}

    /** The model declines to answer. */
    record Refusal(String text) implements ContentPart {}

    /** Not understood, not lost: it goes back into its own dialect as it came. */
    record Opaque(Dialect origin, String type, JsonNode json) implements ContentPart {
        private static final String CALL = "tool_call";

        /** A call of a tool that takes free text, as OpenAI's chat writes it. */
        public static Opaque call(String id, String name, String input) {
            var call = JsonNodeFactory.instance.objectNode();
            call.put("id", id).put("type", "custom");
            call.putObject("custom").put("name", name).put("input", input);
            return new Opaque(Dialect.OPENAI_CHAT, CALL, call);
        }

        /** Whether it is a call of a tool that takes free text. */
        public boolean isCall() {
            return origin == Dialect.OPENAI_CHAT && type.equals(CALL);
        }

        /** That call, for dialects which know no free text. */
        public ToolCall asCall() {
            var custom = json.path("custom");
            return new ToolCall(
                    json.path("id").asString(""),
                    custom.path("name").asString(""),
                    custom.path("input").asString(""),
                    null,
                    null,
                    Extensions.NONE);
        }
    }
}
