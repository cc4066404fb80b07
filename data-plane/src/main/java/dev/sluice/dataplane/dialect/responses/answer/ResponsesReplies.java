package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.UpstreamErrors;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.dataplane.dialect.responses.item.ResponsesTools;
import dev.sluice.dataplane.dialect.responses.item.SealedThoughts;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whole answers. A run that failed is an error, though it comes with a 200. */
public final class ResponsesReplies implements ReplyCodec {
    private static final Set<String> UNFINISHED =
            Set.of("queued", "in_progress", "failed", "cancelled");

    @Override
    public ChatReply read(byte[] body) {
        var root = parse(body);
        if (root.hasNonNull("error")) {
            throw UnreadableReply.error(UpstreamErrors.read(body, 0, body.length));
        }
        if (!root.path("output").isArray()) {
            throw UnreadableReply.because("a body that is no response");
        }
        Tree.objects(root.path("output"), "items");
        var status = root.path("status").asString("completed");
        if (UNFINISHED.contains(status)) {
            throw UnreadableReply.because("a response that is " + status);
        }
        var parts = OutputItems.read(root.path("output"));
        var choice =
                new ChatReply.Choice(0, parts, stop(root), null, logprobs(root), Extensions.NONE);
        return new ChatReply(
                ItemFields.text(root, "id"),
                ItemFields.text(root, "model"),
                Tree.whole(root, "created_at"),
                List.of(choice),
                ResponsesUsage.read(root),
                Extensions.NONE);
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

    static StopReason stop(JsonNode response) {
        var reason = response.path("incomplete_details").path("reason").asString("");
        if (reason.isEmpty() && !response.path("status").asString("").equals("incomplete")) {
            return StopReason.END;
        }
        return switch (reason) {
            case "content_filter" -> StopReason.FILTERED;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            default -> StopReason.LENGTH;
        };
    }

    private static @Nullable JsonNode logprobs(JsonNode root) {
        var all = SluiceJson.mapper().createArrayNode();
        for (var item : root.path("output").values()) {
            for (var part : item.path("content").values()) {
                part.path("logprobs").values().forEach(all::add);
            }
        }
        if (all.isEmpty()) {
            return null;
        }
        var node = SluiceJson.mapper().createObjectNode();
        node.set("content", all);
        return node;
    }

    @Override
    public ObjectNode write(ChatReply reply, ReplyContext context) {
        var choice = reply.choices().isEmpty() ? null : reply.choices().getFirst();
        var stop = choice == null ? StopReason.END : choice.stop();
        var cut = stop == StopReason.LENGTH || stop == StopReason.CONTEXT_FULL;
        var items = new Items(context, cut ? "incomplete" : "completed");
        if (choice != null) {
            choice.parts().forEach(items::take);
            items.closeMessage();
            items.attach(choice.logprobs());
        }
        return new ResponseObject(context, context.idWith("resp_"))
                .ended(stop, items.output, reply.usage());
    }

    /** Puts the parts of an answer together to items. */
    private static final class Items {
        final ArrayNode output = SluiceJson.mapper().createArrayNode();
        private final ReplyContext context;
        private final List<Tool> tools;
        private final String lastStatus;
        private ArrayNode content = SluiceJson.mapper().createArrayNode();

        Items(ReplyContext context, String lastStatus) {
            this.context = context;
            this.lastStatus = lastStatus;
            var request = context.request();
            this.tools = request == null ? List.of() : request.tools();
        }

        void take(ContentPart part) {
            switch (part) {
                case ContentPart.Text text ->
                        content.add(ItemParts.outputText(text.text(), text.citations()));
                case ContentPart.Refusal refusal ->
                        content.add(OutputItems.refusal(refusal.text()));
                case ContentPart.Reasoning reasoning -> {
                    closeMessage();
                    add(reasoning(reasoning));
                }
                case ContentPart.ToolCall call -> {
                    closeMessage();
                    add(call(call));
                }
                case ContentPart.Opaque _, ContentPart.Media _ -> {
                    closeMessage();
                    add(OutputItems.whole(id("item_"), part));
                }
                case ContentPart.ToolResult _ -> {}
            }
        }

        private void add(@Nullable ObjectNode item) {
            if (item != null) {
                output.add(item);
            }
        }

        private String id(String prefix) {
            return ResponseObject.itemId(context, prefix, output.size());
        }

        void closeMessage() {
            if (!content.isEmpty()) {
                output.add(OutputItems.message(id("msg_"), lastStatus, content));
                content = SluiceJson.mapper().createArrayNode();
            }
        }

        private ObjectNode reasoning(ContentPart.Reasoning reasoning) {
            var summary = SluiceJson.mapper().createArrayNode();
            if (!reasoning.text().isEmpty()) {
                summary.add(OutputItems.summaryText(reasoning.text()));
            }
            var sealed =
                    SealedThoughts.write(
                            reasoning.signature(), reasoning.sealed(), reasoning.origin());
            return OutputItems.reasoning(id("rs_"), summary, sealed);
        }

        private ObjectNode call(ContentPart.ToolCall call) {
            if (ResponsesTools.isCustom(call.name(), tools)) {
                return OutputItems.customCall(
                        id("ctc_"), lastStatus, call.id(), call.name(), call.arguments());
            }
            var arguments = call.arguments().isBlank() ? "{}" : call.arguments();
            var name = CallName.of(call.name(), tools);
            return OutputItems.call(id("fc_"), lastStatus, call.id(), name, arguments);
        }

        /** Log probabilities belong to the first text. */
        void attach(@Nullable JsonNode logprobs) {
            if (logprobs == null) {
                return;
            }
            var texts = new ArrayList<ObjectNode>();
            for (var item : output.values()) {
                for (var part : item.path("content").values()) {
                    if (part instanceof ObjectNode text && text.has("logprobs")) {
                        texts.add(text);
                    }
                }
            }
            if (!texts.isEmpty()) {
                texts.getFirst().set("logprobs", logprobs.path("content"));
            }
        }
    }

    @Override
    public boolean says(ContentPart.Media media) {
        return OutputItems.whole("", media) != null;
    }

    @Override
    public List<String> modelPath() {
        return List.of("model");
    }
}
