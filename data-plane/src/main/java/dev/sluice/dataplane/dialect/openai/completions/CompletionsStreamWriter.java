package dev.sluice.dataplane.dialect.openai.completions;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.openai.OpenAiErrors;
import dev.sluice.dataplane.dialect.openai.OpenAiUsage;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/** Writes streamed texts: what is no text of the answer has no place in them. */
final class CompletionsStreamWriter implements StreamWriter {
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FRAME_END = {'\n', '\n'};

    private final ReplyContext context;

    CompletionsStreamWriter(ReplyContext context) {
        this.context = context;
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta(int choice, String text) -> text(choice, text, out);
            case ReplyEvent.RefusalDelta(int choice, String text) -> text(choice, text, out);
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningDelta _,
                    ReplyEvent.ReasoningSealed _,
                    ReplyEvent.CallStarted _,
                    ReplyEvent.CallDelta _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void text(int choice, String text, ByteSink out) {
        var chunk = CompletionsReplies.head(context);
        chunk.putArray("choices").add(CompletionsReplies.choice(choice, text, null, null));
        frame(chunk, out);
    }

    private void frame(ObjectNode chunk, ByteSink out) {
        if (context.usageAsked() && !chunk.has("usage")) {
            chunk.putNull("usage");
        }
        frame(ForeignJson.bytes(chunk), out);
    }

    private static void frame(byte[] data, ByteSink out) {
        out.append(DATA).append(data).append(FRAME_END);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        ending.stops()
                .forEach((choice, stop) -> {
                    var chunk = CompletionsReplies.head(context);
                    var word = CompletionsReplies.word(stop.reason());
                    chunk.putArray("choices")
                            .add(CompletionsReplies.choice(choice, "", null, word));
                    frame(chunk, out);
                });
        if (context.usageAsked() && ending.usage() != null) {
            var chunk = CompletionsReplies.head(context);
            chunk.putArray("choices");
            chunk.set("usage", OpenAiUsage.write(ending.usage()));
            frame(chunk, out);
        }
        frame(DONE, out);
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        frame(OpenAiErrors.write(code, message, null), out);
    }
}
