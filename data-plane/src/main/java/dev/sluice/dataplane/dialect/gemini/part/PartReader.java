package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the parts of a turn. */
public final class PartReader {
    private static final Field ARGS = Field.of("args");
    private static final Field RESPONSE = Field.of("response");
    private static final Field OUTPUT = Field.of("output");
    private static final Field ERROR = Field.of("error");
    private static final Set<String> OF_TEXT =
            Field.names(Field.TEXT, Field.THOUGHT, Field.THOUGHT_SIGNATURE);
    private static final Set<String> OF_CALL =
            Field.names(Field.FUNCTION_CALL, Field.THOUGHT_SIGNATURE);
    private static final Set<String> OF_RESULT =
            Field.names(Field.NAME, Field.ID, RESPONSE, Field.PARTS);
    private static final Set<String> BESIDE =
            Field.names(
                    Field.THOUGHT,
                    Field.THOUGHT_SIGNATURE,
                    Field.of("videoMetadata"),
                    Field.of("partMetadata"));

    private final CallIds ids;

    public PartReader(CallIds ids) {
        this.ids = ids;
    }

    /** Parts in their order; some clients send one as an object instead of a list. */
    public List<ContentPart> read(JsonNode content) {
        var node = Field.PARTS.in(content);
        var all = node.isObject() ? List.of(node) : List.copyOf(node.values());
        var parts = new ArrayList<ContentPart>(all.size());
        for (var one : all) {
            var part = part(one);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Null where a part says nothing at all. */
    public @Nullable ContentPart part(JsonNode node) {
        if (Field.TEXT.in(node).isString()) {
            return text(node);
        }
        if (Field.FUNCTION_CALL.in(node).isObject()) {
            return call(node, Field.FUNCTION_CALL.in(node));
        }
        if (Field.FUNCTION_RESPONSE.in(node).isObject()) {
            return result(Field.FUNCTION_RESPONSE.in(node));
        }
        if (Blobs.INLINE.isIn(node) || Blobs.FILE.isIn(node)) {
            return Blobs.read(node);
        }
        for (var field : node.properties()) {
            if (!BESIDE.contains(field.getKey()) && !field.getValue().isNull()) {
                return new ContentPart.Opaque(Dialect.GEMINI, field.getKey(), node);
            }
        }
        var signature = Field.THOUGHT_SIGNATURE.text(node);
        return signature == null ? null : said("", node, signature, Extensions.NONE);
    }

    private static ContentPart text(JsonNode node) {
        return said(
                Field.TEXT.text(node, ""),
                node,
                Field.THOUGHT_SIGNATURE.text(node),
                Field.rest(node, OF_TEXT));
    }

    private static ContentPart said(
            String text, JsonNode node, @Nullable String signature, Extensions rest) {
        return Field.THOUGHT.isTrue(node)
                ? new ContentPart.Reasoning(text, signature, null, Dialect.GEMINI, rest)
                : new ContentPart.Text(text, List.of(), null, signature, rest);
    }

    private ContentPart call(JsonNode part, JsonNode call) {
        var name = Field.NAME.text(call, "");
        var args = ARGS.in(call);
        var rest = Field.rest(part, OF_CALL);
        return new ContentPart.ToolCall(
                ids.ofCall(Field.ID.text(call), name),
                name,
                args.isMissingNode() ? "{}" : ForeignJson.text(args),
                Field.THOUGHT_SIGNATURE.text(part),
                null,
                isPlainThought(rest) ? Extensions.NONE : rest);
    }

    private static boolean isPlainThought(Extensions rest) {
        return rest.fields().size() == 1
                && rest.fields().containsKey(Field.THOUGHT.camel())
                && !rest.fields().get(Field.THOUGHT.camel()).asBoolean(false);
    }

    private ContentPart result(JsonNode node) {
        var name = Field.NAME.text(node, "");
        var response = RESPONSE.in(node);
        var content = new ArrayList<ContentPart>();
        var error = alone(response, ERROR);
        var output = error != null ? error : alone(response, OUTPUT);
        if (output != null) {
            content.add(ContentPart.Text.of(output));
        } else if (!response.isMissingNode()) {
            content.add(ContentPart.Text.of(ForeignJson.text(response)));
        }
        for (var part : Field.PARTS.in(node).values()) {
            content.add(Blobs.read(part));
        }
        return new ContentPart.ToolResult(
                ids.ofResult(Field.ID.text(node), name),
                name,
                content,
                error != null,
                null,
                Field.rest(node, OF_RESULT));
    }

    /** The text that is all of a response under this name, if it would be wrapped so again. */
    private static @Nullable String alone(JsonNode response, Field field) {
        var text = response.size() == 1 ? field.text(response) : null;
        return text == null || objectIn(text) != null ? null : text;
    }

    /** The JSON object that a text is; null where it is none. */
    static @Nullable JsonNode objectIn(String text) {
        if (!text.stripLeading().startsWith("{")) {
            return null;
        }
        try {
            var node = ForeignJson.read(text);
            return node.isObject() ? node : null;
        } catch (JacksonException noJson) {
            return null;
        }
    }
}
