package dev.sluice.dataplane.dialect.gemini;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.gemini.part.FinishReasons;
import dev.sluice.dataplane.dialect.gemini.part.Grounding;
import dev.sluice.dataplane.dialect.gemini.part.Logprobs;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes what a model answered as a candidate. */
final class AnswerWriter {
    private AnswerWriter() {}

    static ObjectNode object(Extensions extensions) {
        var node = SluiceJson.mapper().createObjectNode();
        extensions.writeInto(node, Dialect.GEMINI);
        return node;
    }

    static ObjectNode candidate(ChatReply.Choice choice) {
        var node = SluiceJson.mapper().createObjectNode();
        var own = choice.extensions();
        var content = node.putObject("content");
        var parts = parts(choice.parts());
        if (!parts.isEmpty()) {
            content.putArray("parts").addAll(parts);
        }
        content.put("role", "model");
        var word = own.of(Dialect.GEMINI, ReplyFields.FINISH_REASON.camel());
        if (word != null) {
            node.set("finishReason", word);
        } else {
            node.put("finishReason", FinishReasons.write(meant(choice)));
        }
        node.put("index", choice.index());
        own.writeInto(node, Dialect.GEMINI);
        if (!node.has("groundingMetadata")) {
            var citations =
                    choice.parts().stream()
                            .filter(ContentPart.Text.class::isInstance)
                            .flatMap(part -> ((ContentPart.Text) part).citations().stream())
                            .toList();
            if (!citations.isEmpty()) {
                node.set("groundingMetadata", Grounding.write(citations));
            }
        }
        if (choice.logprobs() != null && !node.has("logprobsResult")) {
            node.set("logprobsResult", Logprobs.write(List.of(choice.logprobs())));
        }
        return node;
    }

    /** The dialect has no words for a refusal but the reason of the end. */
    private static StopReason meant(ChatReply.Choice choice) {
        var refused = choice.parts().stream().anyMatch(ContentPart.Refusal.class::isInstance);
        return refused && choice.stop() == StopReason.END ? StopReason.REFUSED : choice.stop();
    }

    private static List<ObjectNode> parts(List<ContentPart> all) {
        var parts = new ArrayList<ObjectNode>();
        for (var part : all) {
            var written = part(part);
            if (written != null) {
                parts.add(written);
            }
        }
        return parts;
    }

    /** Null where the part has nothing to say in this dialect. */
    static @Nullable ObjectNode part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> PartWriter.text(text);
            case ContentPart.Reasoning reasoning -> PartWriter.thought(reasoning);
            case ContentPart.Refusal refusal ->
                    PartWriter.text(ContentPart.Text.of(refusal.text()));
            case ContentPart.ToolCall call -> {
                var node =
                        PartWriter.call(call.id(), call.name(), call.arguments(), call.signature());
                call.extensions().writeInto(node, Dialect.GEMINI);
                yield node;
            }
            case ContentPart.Media media -> PartWriter.media(media);
            case ContentPart.Opaque opaque when opaque.isCall() -> part(opaque.asCall());
            case ContentPart.Opaque opaque ->
                    opaque.origin() == Dialect.GEMINI && opaque.json() instanceof ObjectNode own
                            ? own
                            : null;
            case ContentPart.ToolResult _ -> null;
        };
    }
}
