package dev.sluice.dataplane.dialect.gemini.request;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.dialect.gemini.part.CallIds;
import dev.sluice.dataplane.dialect.gemini.part.PartWriter;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes results of tools: the dialect wants an object, never a bare text or list. */
final class ResultWriter {
    private ResultWriter() {}

    /**
     * Writes one result.
     *
     * @param call that it answers; null where the conversation does not show it
     * @param blobs takes the media of the result
     */
    static ObjectNode write(
            ContentPart.ToolResult result,
            ContentPart.@Nullable ToolCall call,
            MediaRules media,
            List<ObjectNode> blobs) {
        var text = new StringBuilder();
        for (var part : result.content()) {
            switch (part) {
                case ContentPart.Text some ->
                        text.append(text.isEmpty() ? "" : "\n").append(some.text());
                case ContentPart.Media medium ->
                        blobs.add(media.write(medium, "the result of " + result.callId()));
                case ContentPart.Opaque opaque -> text.append(opaque.json());
                case ContentPart.Refusal _,
                        ContentPart.Reasoning _,
                        ContentPart.ToolCall _,
                        ContentPart.ToolResult _ -> {}
            }
        }
        var name = call != null ? call.name() : result.toolName();
        var part = SluiceJson.mapper().createObjectNode();
        var response = begin(part, result.callId(), name == null ? "unknown" : name);
        response.set("response", PartWriter.response(text.toString(), result.failed()));
        result.extensions().writeInto(response, Dialect.GEMINI);
        return part;
    }

    static ObjectNode missing(ContentPart.ToolCall call) {
        var part = SluiceJson.mapper().createObjectNode();
        begin(part, call.id(), call.name())
                .putObject("response")
                .put("error", "The tool gave no result.");
        return part;
    }

    private static ObjectNode begin(ObjectNode part, String id, String name) {
        var response = part.putObject("functionResponse");
        if (!id.isEmpty() && !CallIds.isMade(id)) {
            response.put("id", id);
        }
        return response.put("name", name);
    }
}
