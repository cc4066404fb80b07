package dev.sluice.dataplane.dialect.ollama;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.WholeCalls;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** Writes streams: calls whole once they are complete, and an object with {@code done} last. */
final class OllamaStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final WholeCalls calls = new WholeCalls();

    OllamaStreamWriter(ReplyContext context) {
        this.context = context;
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta delta -> said("content", delta.text(), out);
            case ReplyEvent.RefusalDelta delta -> said("content", delta.text(), out);
            case ReplyEvent.ReasoningDelta delta -> said("thinking", delta.text(), out);
            case ReplyEvent.CallStarted started -> calls.start(started);
            case ReplyEvent.CallDelta delta -> calls.add(delta);
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningSealed _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void said(String field, String text, ByteSink out) {
        var line = OllamaReplies.head(context);
        message(line).put(field, text);
        line(line.put("done", false), out);
    }

    private static ObjectNode message(ObjectNode line) {
        return line.putObject("message").put("role", "assistant").put("content", "");
    }

    private static void line(ObjectNode line, ByteSink out) {
        out.append(Tree.bytes(line)).append((byte) '\n');
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        for (var call : calls.take()) {
            var line = OllamaReplies.head(context);
            message(line)
                    .putArray("tool_calls")
                    .add(OllamaReplies.call(call.call(), call.id(), call.name(), call.arguments()));
            line(line.put("done", false), out);
        }
        var last = OllamaReplies.head(context);
        message(last);
        last.put("done", true);
        if (!ending.stops().isEmpty()) {
            var stop = ending.stops().firstEntry().getValue();
            last.put("done_reason", OllamaReplies.word(stop.reason()));
        }
        OllamaReplies.count(last, ending.usage());
        line(last, out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        line(SluiceJson.mapper().createObjectNode().put("error", message), out);
    }
}
