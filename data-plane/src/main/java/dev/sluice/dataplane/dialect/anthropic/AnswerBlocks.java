package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.Citation;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the parts of an answer as blocks. */
public final class AnswerBlocks {
    private AnswerBlocks() {}

    /** Null where the dialect has no block for it, or where it says nothing. */
    static @Nullable ObjectNode write(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> text(text);
            case ContentPart.Refusal refusal -> textBlock(refusal.text());
            case ContentPart.Reasoning reasoning -> reasoning(reasoning);
            case ContentPart.ToolCall call -> call(call);
            case ContentPart.Opaque opaque when opaque.isCall() -> call(opaque.asCall());
            case ContentPart.Opaque opaque -> opaque(opaque);
            case ContentPart.Media _, ContentPart.ToolResult _ -> null;
        };
    }

    private static @Nullable ObjectNode text(ContentPart.Text text) {
        if (text.text().isEmpty() && text.citations().isEmpty()) {
            return null;
        }
        var block = textBlock(text.text());
        if (!text.citations().isEmpty()) {
            var citations = block.putArray("citations");
            text.citations().forEach(one -> citations.add(citation(one)));
        }
        text.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    private static ObjectNode textBlock(String text) {
        return block("text").put("text", text);
    }

    private static ObjectNode block(String type) {
        return SluiceJson.mapper().createObjectNode().put("type", type);
    }

    /** Sealed thinking of other providers is nothing that a client of this dialect could use. */
    private static @Nullable ObjectNode reasoning(ContentPart.Reasoning reasoning) {
        var own = reasoning.origin() == Dialect.ANTHROPIC;
        if (own && reasoning.sealed() != null) {
            var block = block("redacted_thinking").put("data", reasoning.sealed());
            reasoning.extensions().writeInto(block, Dialect.ANTHROPIC);
            return block;
        }
        if (!own && reasoning.text().isEmpty()) {
            return null;
        }
        var block = block("thinking").put("thinking", reasoning.text());
        block.put("signature", own ? Objects.requireNonNullElse(reasoning.signature(), "") : "");
        reasoning.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    /** A call of nothing is none: some servers send it. */
    private static @Nullable ObjectNode call(ContentPart.ToolCall call) {
        if (call.name().isEmpty()) {
            return null;
        }
        var block = block("tool_use").put("id", CallIds.write(call.id())).put("name", call.name());
        Fields.writeInput(block, call.arguments());
        call.extensions().writeInto(block, Dialect.ANTHROPIC);
        return block;
    }

    private static @Nullable ObjectNode opaque(ContentPart.Opaque opaque) {
        return opaque.origin() == Dialect.ANTHROPIC && opaque.json() instanceof ObjectNode node
                ? node
                : null;
    }

    /** A block that came whole within a stream; null where the dialect has none for it. */
    public static @Nullable ObjectNode whole(ContentPart part) {
        return part instanceof ContentPart.Opaque opaque ? opaque(opaque) : null;
    }

    /** A citation: as it came in this dialect, else as a find on the web. */
    public static JsonNode citation(Citation citation) {
        var raw = citation.raw();
        if (raw != null && raw.has("cited_text")) {
            return raw;
        }
        var node = block("web_search_result_location");
        node.put("url", Objects.requireNonNullElse(citation.url(), ""));
        node.put("title", Objects.requireNonNullElse(citation.title(), ""));
        node.put("cited_text", Objects.requireNonNullElse(citation.quoted(), ""));
        return node.put("encrypted_index", "");
    }
}
