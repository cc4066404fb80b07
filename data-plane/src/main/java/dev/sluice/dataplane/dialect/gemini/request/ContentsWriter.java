package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the turns of a conversation: there are only user and model, and the results of all calls
 * of a turn are one turn right after it, in the order of the calls.
 */
final class ContentsWriter {
    /** What Google's servers take for a signature that another provider could not give. */
    private static final String NO_SIGNATURE = "skip_thought_signature_validator";

    private final ObjectNode body;
    private final ArrayNode contents;
    private final ModelLine model;
    private final Losses losses;
    private final MediaRules media;
    private List<ContentPart.ToolCall> open = List.of();

    ContentsWriter(ObjectNode body, ModelLine model, Losses losses) {
        this.body = body;
        this.contents = SluiceJson.mapper().createArrayNode();
        this.model = model;
        this.losses = losses;
        this.media = new MediaRules(losses);
    }

    void write(List<Message> messages) {
        var at = writeSystem(messages);
        while (at < messages.size()) {
            at = writeTurn(messages, at);
        }
        if (contents.isEmpty() && body.path("systemInstruction").has("parts")) {
            // A conversation must begin with somebody else than the system.
            losses.changed(
                    "messages", "said by the user, since there is nothing but a system text");
            addContent("user").addAll((ArrayNode) body.remove("systemInstruction").path("parts"));
        }
        body.set("contents", contents);
    }

    /** Returns the first message that is no instruction. */
    private int writeSystem(List<Message> messages) {
        var parts = SluiceJson.mapper().createArrayNode();
        var at = 0;
        while (at < messages.size() && messages.get(at).isInstruction()) {
            var message = messages.get(at);
            losses.dropped("messages.", message.extensions());
            for (var part : message.parts()) {
                if (isCachedContent(part)) {
                    body.set("cachedContent", ((ContentPart.Opaque) part).json());
                } else {
                    add(parts, part, at);
                }
            }
            at++;
        }
        if (!parts.isEmpty()) {
            body.putObject("systemInstruction").set("parts", parts);
        }
        return at;
    }

    private static boolean isCachedContent(ContentPart part) {
        return part instanceof ContentPart.Opaque opaque
                && opaque.origin() == Dialect.GEMINI
                && opaque.type().equals(ContentsReader.CACHED.camel());
    }

    /** Returns the next message that is to be written. */
    private int writeTurn(List<Message> messages, int at) {
        var message = messages.get(at);
        losses.dropped("messages.", message.extensions());
        losses.untoldName(message);
        if (message.isInstruction()) {
            losses.changed("messages", "hold a later system text, which is said by the user");
        }
        if (message.role() == Role.ASSISTANT) {
            answerOpen(List.of());
            writeModel(message, at);
            return at + 1;
        }
        var end = at + 1;
        if (hasResults(message)) {
            while (end < messages.size() && messages.get(end).role() == Role.TOOL) {
                end++;
            }
        }
        var results = new ArrayList<ContentPart.ToolResult>();
        var rest = SluiceJson.mapper().createArrayNode();
        for (var i = at; i < end; i++) {
            for (var part : messages.get(i).parts()) {
                if (part instanceof ContentPart.ToolResult result) {
                    results.add(result);
                } else {
                    add(rest, part, i);
                }
            }
        }
        answerOpen(results);
        if (!rest.isEmpty()) {
            addContent("user").addAll(rest);
        }
        return end;
    }

    private static boolean hasResults(Message message) {
        return message.parts().stream().anyMatch(ContentPart.ToolResult.class::isInstance);
    }

    private ArrayNode addContent(String role) {
        return contents.addObject().put("role", role).putArray("parts");
    }

    private void writeModel(Message message, int at) {
        var parts = SluiceJson.mapper().createArrayNode();
        var calls = new ArrayList<ContentPart.ToolCall>();
        for (var part : message.parts()) {
            if (part instanceof ContentPart.ToolCall call) {
                parts.add(call(call, calls.isEmpty()));
                calls.add(call);
            } else {
                add(parts, part, at);
            }
        }
        open = List.copyOf(calls);
        if (!parts.isEmpty()) {
            addContent("model").addAll(parts);
        }
    }

    private ObjectNode call(ContentPart.ToolCall call, boolean isFirst) {
        var signature = call.signature();
        if (signature == null && isFirst && model.wantsSignatures()) {
            signature = NO_SIGNATURE;
        }
        var part = PartWriter.call(call.id(), call.name(), call.arguments(), signature);
        call.extensions().writeInto(part, Dialect.GEMINI);
        return part;
    }

    /** Every open call gets its answer, also where the conversation has none. */
    private void answerOpen(List<ContentPart.ToolResult> given) {
        if (open.isEmpty() && given.isEmpty()) {
            return;
        }
        var left = new ArrayList<>(given);
        var parts = addContent("user");
        var shown = new ArrayList<ObjectNode>();
        for (var call : open) {
            var result = take(left, call);
            if (result == null) {
                losses.changed("messages", "lack a tool's result: an error stands there instead");
                parts.add(ResultWriter.missing(call));
            } else {
                parts.add(result(result, call, shown));
            }
        }
        for (var result : left) {
            parts.add(result(result, null, shown));
        }
        open = List.of();
        if (!shown.isEmpty()) {
            addContent("user").addAll(shown);
        }
    }

    private static ContentPart.@Nullable ToolResult take(
            List<ContentPart.ToolResult> results, ContentPart.ToolCall call) {
        for (var result : results) {
            if (result.callId().equals(call.id())) {
                results.remove(result);
                return result;
            }
        }
        return null;
    }

    private ObjectNode result(
            ContentPart.ToolResult result,
            ContentPart.@Nullable ToolCall call,
            List<ObjectNode> shown) {
        var blobs = new ArrayList<ObjectNode>();
        var part = ResultWriter.write(result, call, media, blobs);
        if (model.takesMediaInResults()) {
            if (!blobs.isEmpty()) {
                part.withObject("/functionResponse").putArray("parts").addAll(blobs);
            }
        } else {
            shown.addAll(blobs);
        }
        return part;
    }

    private void add(ArrayNode parts, ContentPart part, int message) {
        var place = "messages[" + message + "].content[" + parts.size() + "]";
        var written =
                switch (part) {
                    case ContentPart.Text text -> {
                        losses.dropped("content.", text.extensions());
                        yield PartWriter.text(text);
                    }
                    case ContentPart.Reasoning reasoning ->
                            reasoning.origin() == Dialect.GEMINI
                                    ? PartWriter.thought(reasoning)
                                    : null;
                    case ContentPart.Refusal refusal ->
                            PartWriter.text(ContentPart.Text.of(refusal.text()));
                    case ContentPart.Media medium -> media.write(medium, place);
                    case ContentPart.Opaque opaque -> own(opaque);
                    case ContentPart.ToolCall call -> call(call, false);
                    case ContentPart.ToolResult _ -> null;
                };
        if (written != null) {
            parts.add(written);
        }
    }

    private ObjectNode own(ContentPart.Opaque opaque) {
        if (opaque.origin() == Dialect.GEMINI && opaque.json() instanceof ObjectNode node) {
            return node;
        }
        throw losses.refused("A '" + opaque.type() + "' part", "messages");
    }
}
