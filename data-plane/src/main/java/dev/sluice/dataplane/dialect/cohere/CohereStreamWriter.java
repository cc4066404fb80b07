package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.WholeCalls;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes streams: blocks of content one after the other, then the calls, which are collected since
 * they may come entangled.
 */
final class CohereStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final WholeCalls calls = new WholeCalls();
    private boolean begun;
    private @Nullable String open;
    private int index;

    CohereStreamWriter(ReplyContext context) {
        this.context = context;
    }

    /** What the dialect has a word for in an answer. */
    static List<ContentPart> sayable(List<ContentPart> parts) {
        return parts.stream()
                .filter(part ->
                        switch (part) {
                            case ContentPart.Text _,
                                    ContentPart.Refusal _,
                                    ContentPart.Reasoning _,
                                    ContentPart.ToolCall _ ->
                                    true;
                            case ContentPart.Opaque opaque -> opaque.origin() == Dialect.COHERE;
                            case ContentPart.Media _, ContentPart.ToolResult _ -> false;
                        })
                .toList();
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.Started _ -> begin(out);
            case ReplyEvent.TextDelta delta -> say("text", delta.text(), out);
            case ReplyEvent.RefusalDelta delta -> say("text", delta.text(), out);
            case ReplyEvent.ReasoningDelta delta -> say("thinking", delta.text(), out);
            case ReplyEvent.CallStarted started -> calls.start(started);
            case ReplyEvent.CallDelta delta -> calls.add(delta);
            case ReplyEvent.Cited(int choice, var citation) -> {
                begin(out);
                var event1 = event("citation-start").put("index", choice);
                message(event1).set("citations", CohereMessageWriter.written(citation));
                frame("citation-start", event1, out);
            }
            case ReplyEvent.ReasoningSealed _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void begin(ByteSink out) {
        if (begun) {
            return;
        }
        begun = true;
        var start = event("message-start").put("id", context.id().toString());
        var message = message(start).put("role", "assistant").put("tool_plan", "");
        message.putArray("content");
        message.putArray("tool_calls");
        message.putArray("citations");
        frame("message-start", start, out);
    }

    private void say(String type, String text, ByteSink out) {
        begin(out);
        if (!type.equals(open)) {
            close(out);
            open = type;
            var start = event("content-start").put("index", index);
            message(start).putObject("content").put("type", type).put(type, "");
            frame("content-start", start, out);
        }
        var delta = event("content-delta").put("index", index);
        message(delta).putObject("content").put(type, text);
        frame("content-delta", delta, out);
    }

    private void close(ByteSink out) {
        if (open != null) {
            frame("content-end", event("content-end").put("index", index), out);
            index++;
            open = null;
        }
    }

    private static ObjectNode event(String type) {
        return SluiceJson.mapper().createObjectNode().put("type", type);
    }

    private static ObjectNode message(ObjectNode event) {
        return event.putObject("delta").putObject("message");
    }

    private static void frame(String name, ObjectNode event, ByteSink out) {
        out.append(Tree.ascii("event: " + name + "\ndata: "))
                .append(Tree.bytes(event))
                .append(Tree.ascii("\n\n"));
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        begin(out);
        close(out);
        for (var call : calls.take()) {
            writeCall(call, out);
        }
        var last = event("message-end");
        var delta = last.putObject("delta");
        if (!ending.stops().isEmpty()) {
            var stop = ending.stops().firstEntry().getValue();
            delta.put("finish_reason", CohereReplies.word(stop.reason()));
        }
        if (ending.usage() != null) {
            delta.set("usage", CohereReplies.written(ending.usage()));
        }
        frame("message-end", last, out);
        out.append(Tree.ascii("data: [DONE]\n\n"));
    }

    private void writeCall(WholeCalls.Whole call, ByteSink out) {
        var start = event("tool-call-start").put("index", call.call());
        message(start).set("tool_calls", CohereMessageWriter.call(call.id(), call.name(), " "));
        ((ObjectNode) start.path("delta").path("message").path("tool_calls").path("function"))
                .put("arguments", "");
        frame("tool-call-start", start, out);
        var delta = event("tool-call-delta").put("index", call.call());
        message(delta)
                .putObject("tool_calls")
                .putObject("function")
                .put("arguments", call.arguments().isBlank() ? "{}" : call.arguments());
        frame("tool-call-delta", delta, out);
        frame("tool-call-end", event("tool-call-end").put("index", call.call()), out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        close(out);
        var error =
                SluiceJson.mapper()
                        .createObjectNode()
                        .put("message", message)
                        .put("error_type", code.code());
        out.append("event: error\ndata: ".getBytes(StandardCharsets.US_ASCII))
                .append(Tree.bytes(error))
                .append(Tree.ascii("\n\n"));
    }
}
