package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.openai.ChatText;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes streams: one id, model and time for all chunks, the role once for each choice, name and id
 * only in a call's first chunk, then finish, usage where it was asked for, and {@code [DONE]}.
 */
final class ChatStreamWriter implements StreamWriter {
    private static final BitSet NONE = new BitSet();

    private final ReplyContext context;
    private final String id;
    private final BitSet begun = new BitSet();

    /** Choice and number of calls of tools that take text as it is. */
    private final Set<List<Integer>> freeTexts = new HashSet<>();

    /** By choice, the calls that have no arguments yet. */
    private final Map<Integer, BitSet> bare = new HashMap<>();

    ChatStreamWriter(ReplyContext context) {
        this.context = context;
        this.id = context.idWith("chatcmpl-");
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.Started _ -> begin(0, out);
            case ReplyEvent.TextDelta(int choice, String text) ->
                    delta(choice, out, delta -> delta.put("content", text));
            case ReplyEvent.ReasoningDelta(int choice, String text) ->
                    delta(choice, out, delta -> delta.put("reasoning_content", text));
            case ReplyEvent.RefusalDelta(int choice, String text) ->
                    delta(choice, out, delta -> delta.put("refusal", text));
            case ReplyEvent.CallStarted started -> start(started, out);
            case ReplyEvent.CallDelta more -> argue(more, out);
            case ReplyEvent.PartAdded(int choice, ContentPart part) -> add(choice, part, out);
            case ReplyEvent.Cited(int choice, var citation) ->
                    delta(
                            choice,
                            out,
                            delta ->
                                    delta.putArray("annotations")
                                            .add(ChatAnswerWriter.annotation(citation, 0)));
            case ReplyEvent.LogprobsAdded(int choice, JsonNode logprobs) -> {
                begin(choice, out);
                var chunk = chunk();
                var node = addChoice(chunk, choice);
                node.putObject("delta");
                node.set("logprobs", logprobs);
                node.putNull("finish_reason");
                frame(chunk, out);
            }
            case ReplyEvent.ReasoningSealed _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void start(ReplyEvent.CallStarted started, ByteSink out) {
        if (started.freeText()) {
            freeTexts.add(List.of(started.choice(), started.call()));
        } else {
            bare.computeIfAbsent(started.choice(), ignored -> new BitSet()).set(started.call());
        }
        delta(
                started.choice(),
                out,
                delta -> {
                    var call = delta.putArray("tool_calls").addObject();
                    var kind = started.freeText() ? "custom" : "function";
                    call.put("index", started.call()).put("id", started.id()).put("type", kind);
                    call.putObject(kind)
                            .put("name", started.name())
                            .put(started.freeText() ? "input" : "arguments", "");
                    ChatAnswerWriter.sign(call, started.signature());
                });
    }

    private void argue(ReplyEvent.CallDelta more, ByteSink out) {
        bare.getOrDefault(more.choice(), NONE).clear(more.call());
        var free = freeTexts.contains(List.of(more.choice(), more.call()));
        delta(
                more.choice(),
                out,
                delta ->
                        delta.putArray("tool_calls")
                                .addObject()
                                .put("index", more.call())
                                .putObject(free ? "custom" : "function")
                                .put(free ? "input" : "arguments", more.arguments()));
    }

    private void add(int choice, ContentPart part, ByteSink out) {
        if (part instanceof ContentPart.Opaque opaque && opaque.origin() == Dialect.OPENAI_CHAT) {
            delta(choice, out, delta -> delta.set(opaque.type(), opaque.json()));
        } else if (part instanceof ContentPart.Media media) {
            var picture = ChatParts.picture(media);
            if (picture != null) {
                delta(choice, out, delta -> delta.putArray(ChatParts.PICTURES).add(picture));
            }
        }
    }

    private interface Fill {
        void into(ObjectNode delta);
    }

    private void delta(int choice, ByteSink out, Fill fill) {
        begin(choice, out);
        var chunk = chunk();
        var node = addChoice(chunk, choice);
        fill.into(node.putObject("delta"));
        node.putNull("finish_reason");
        frame(chunk, out);
    }

    private void begin(int choice, ByteSink out) {
        if (begun.get(choice)) {
            return;
        }
        begun.set(choice);
        var chunk = chunk();
        var node = addChoice(chunk, choice);
        node.putObject("delta").put("role", "assistant").put("content", "");
        node.putNull("finish_reason");
        frame(chunk, out);
    }

    private ObjectNode chunk() {
        return SluiceJson.mapper()
                .createObjectNode()
                .put("id", id)
                .put("object", "chat.completion.chunk")
                .put("created", context.createdAt().getEpochSecond())
                .put("model", context.model());
    }

    private static ObjectNode addChoice(ObjectNode chunk, int choice) {
        return chunk.putArray("choices").addObject().put("index", choice);
    }

    private void frame(ObjectNode chunk, ByteSink out) {
        if (context.usageAsked() && !chunk.has("usage")) {
            chunk.putNull("usage");
        }
        out.append(ChatText.DATA).append(ForeignJson.bytes(chunk)).append(ChatText.FRAME_END);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        ending.stops()
                .forEach((choice, stop) -> {
                    begin(choice, out);
                    var silent = (BitSet) bare.getOrDefault(choice, NONE).clone();
                    silent.stream()
                            .mapToObj(call -> new ReplyEvent.CallDelta(choice, call, "{}"))
                            .forEach(nothing -> argue(nothing, out));
                    var chunk = chunk();
                    var node = addChoice(chunk, choice);
                    node.putObject("delta");
                    node.put("finish_reason", ChatReplies.word(stop.reason()));
                    frame(chunk, out);
                });
        if (context.usageAsked() && ending.usage() != null) {
            var chunk = chunk();
            chunk.putArray("choices");
            chunk.set("usage", OpenAiUsage.write(ending.usage()));
            frame(chunk, out);
        }
        out.append(ChatText.DATA).append(ChatText.DONE).append(ChatText.FRAME_END);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        out.append(ChatText.DATA)
                .append(OpenAiErrors.write(code, message, null))
                .append(ChatText.FRAME_END);
    }
}
