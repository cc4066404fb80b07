package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.json.ByteSink;
import java.util.TreeMap;

/** Tells a whole reply as the stream it could have been. */
public final class ReplyReplay {
    private ReplyReplay() {}

    public static byte[] stream(ChatReply reply, StreamWriter writer) {
        var out = new ByteSink();
        writer.write(new ReplyEvent.Started(reply.id(), reply.model(), reply.createdAt()), out);
        var stops = new TreeMap<Integer, Stop>();
        for (var choice : reply.choices()) {
            var call = 0;
            for (var part : choice.parts()) {
                tell(choice.index(), call, part, writer, out);
                call += isCall(part) ? 1 : 0;
            }
            if (choice.logprobs() != null) {
                writer.write(new ReplyEvent.LogprobsAdded(choice.index(), choice.logprobs()), out);
            }
            stops.put(
                    choice.index(),
                    new Stop(choice.stop().after(choice.hasCalls()), choice.stopSequence()));
        }
        writer.end(new Ending(stops, reply.usage()), out);
        return out.take();
    }

    private static boolean isCall(ContentPart part) {
        return part instanceof ContentPart.ToolCall
                || (part instanceof ContentPart.Opaque opaque && opaque.isCall());
    }

    private static void tell(
            int choice, int call, ContentPart part, StreamWriter writer, ByteSink out) {
        switch (part) {
            case ContentPart.Text text -> {
                if (!text.text().isEmpty()) {
                    writer.write(new ReplyEvent.TextDelta(choice, text.text()), out);
                }
                text.citations()
                        .forEach(citation ->
                                writer.write(new ReplyEvent.Cited(choice, citation), out));
            }
            case ContentPart.Reasoning reasoning -> {
                if (!reasoning.text().isEmpty()) {
                    writer.write(new ReplyEvent.ReasoningDelta(choice, reasoning.text()), out);
                }
                writer.write(
                        new ReplyEvent.ReasoningSealed(
                                choice,
                                reasoning.signature(),
                                reasoning.sealed(),
                                reasoning.origin()),
                        out);
            }
            case ContentPart.Refusal refusal ->
                    writer.write(new ReplyEvent.RefusalDelta(choice, refusal.text()), out);
            case ContentPart.ToolCall it -> call(choice, call, it, false, writer, out);
            case ContentPart.Opaque opaque when opaque.isCall() ->
                    call(choice, call, opaque.asCall(), true, writer, out);
            case ContentPart.Media _, ContentPart.ToolResult _, ContentPart.Opaque _ ->
                    writer.write(new ReplyEvent.PartAdded(choice, part), out);
        }
    }

    private static void call(
            int choice,
            int number,
            ContentPart.ToolCall it,
            boolean freeText,
            StreamWriter writer,
            ByteSink out) {
        writer.write(
                new ReplyEvent.CallStarted(
                        choice, number, it.id(), it.name(), it.signature(), freeText),
                out);
        if (!it.arguments().isEmpty()) {
            writer.write(new ReplyEvent.CallDelta(choice, number, it.arguments()), out);
        }
    }
}
