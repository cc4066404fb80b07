package dev.sluice.dataplane.dialect.qianfan;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.WholeCalls;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** Writes streams: numbered sentences, the last with the stop, the usage and the call. */
final class QianfanStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final WholeCalls calls = new WholeCalls();
    private int sentence;

    QianfanStreamWriter(ReplyContext context) {
        this.context = context;
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta delta -> say(delta.text(), out);
            case ReplyEvent.RefusalDelta delta -> say(delta.text(), out);
            case ReplyEvent.CallStarted started -> calls.start(started);
            case ReplyEvent.CallDelta delta -> calls.add(delta);
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningDelta _,
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

    private void say(String text, ByteSink out) {
        frame(event(text, false), out);
    }

    private ObjectNode event(String text, boolean last) {
        return QianfanReplies.head(context)
                .put("sentence_id", sentence++)
                .put("is_end", last)
                .put("is_truncated", false)
                .put("result", text)
                .put("need_clear_history", false);
    }

    private static void frame(ObjectNode event, ByteSink out) {
        out.append(Tree.ascii("data: ")).append(Tree.bytes(event)).append(Tree.ascii("\n\n"));
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        for (var call : calls.take()) {
            var event = event("", false);
            QianfanMessageWriter.call(
                    event.putObject("function_call"), call.name(), call.arguments());
            frame(event, out);
        }
        var last = event("", true);
        if (!ending.stops().isEmpty()) {
            var reason = ending.stops().firstEntry().getValue().reason();
            last.put("finish_reason", QianfanReplies.word(reason));
            last.put("is_truncated", reason == StopReason.LENGTH);
        }
        if (ending.usage() != null) {
            last.set("usage", QianfanReplies.written(ending.usage()));
        }
        frame(last, out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        var error =
                SluiceJson.mapper()
                        .createObjectNode()
                        .put("error_code", QianfanReplies.errorCode(code))
                        .put("error_msg", message);
        out.append(Tree.bytes(error)).append((byte) '\n');
    }
}
