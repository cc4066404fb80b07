package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import tools.jackson.databind.node.ObjectNode;

/** Writes streams: each piece of text as a token, the last event with the whole text again. */
final class TgiStreamWriter implements StreamWriter {
    private static final byte[] DATA = Tree.ascii("data:");
    private static final byte[] FRAME_END = Tree.ascii("\n\n");

    private final StringBuilder all = new StringBuilder();
    private int index;

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta delta -> token(delta.text(), out);
            case ReplyEvent.RefusalDelta delta -> token(delta.text(), out);
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningDelta _,
                    ReplyEvent.CallStarted _,
                    ReplyEvent.CallDelta _,
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

    private void token(String text, ByteSink out) {
        all.append(text);
        var event = event(text, false);
        frame(event.putNull("generated_text").putNull("details"), out);
    }

    private ObjectNode event(String text, boolean special) {
        var event = SluiceJson.mapper().createObjectNode().put("index", ++index);
        event.putObject("token")
                .put("id", 0)
                .put("text", text)
                .put("logprob", 0.0)
                .put("special", special);
        return event;
    }

    private static void frame(ObjectNode event, ByteSink out) {
        out.append(DATA).append(Tree.bytes(event)).append(FRAME_END);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        var stop =
                ending.stops().isEmpty()
                        ? StopReason.END
                        : ending.stops().firstEntry().getValue().reason();
        var last = event("", true).put("generated_text", all.toString());
        last.set("details", TgiReplies.details(stop, ending.usage()));
        frame(last, out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        var error =
                SluiceJson.mapper()
                        .createObjectNode()
                        .put("error", message)
                        .put("error_type", TgiCodec.type(code))
                        .put("code", code.code());
        frame(error, out);
    }
}
