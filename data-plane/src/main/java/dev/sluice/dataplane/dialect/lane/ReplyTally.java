package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.json.ForeignJson;
import java.util.function.Supplier;

/** What a whole reply comes to for the books. */
final class ReplyTally {
    private ReplyTally() {}

    static ReplyBody of(UnreadableReply unreadable) {
        var said = unreadable.said();
        return said == null
                ? new ReplyBody.Invalid(unreadable.reason())
                : new ReplyBody.Failure(said);
    }

    /**
     * @param bytes writes the reply for the caller, when all of it was counted
     */
    static ReplyBody of(ChatReply reply, OutputText output, Supplier<byte[]> bytes) {
        var produced = false;
        for (var choice : reply.choices()) {
            if (choice.stop() == StopReason.BROKEN) {
                return new ReplyBody.Invalid("an answer that it broke off");
            }
            for (var part : choice.parts()) {
                produced |= count(part, output);
            }
        }
        var finish =
                reply.choices().isEmpty()
                        ? null
                        : FinishWords.of(
                                reply.choices()
                                        .getFirst()
                                        .stop()
                                        .after(reply.choices().getFirst().hasCalls()));
        return new ReplyBody.Good(bytes.get(), reply.usage(), produced, reply.model(), finish);
    }

    private static boolean count(ContentPart part, OutputText output) {
        return switch (part) {
            case ContentPart.Text text -> count(text.text(), output);
            case ContentPart.Reasoning reasoning -> count(reasoning.text(), output);
            case ContentPart.Refusal refusal -> count(refusal.text(), output);
            case ContentPart.ToolCall call -> {
                count(call.name(), output);
                count(call.arguments(), output);
                yield true;
            }
            case ContentPart.Media _, ContentPart.ToolResult _, ContentPart.Opaque _ -> true;
        };
    }

    private static boolean count(String text, OutputText output) {
        var quoted = ForeignJson.quoted(text);
        output.append(quoted, 1, quoted.length - 1);
        return !text.isEmpty();
    }
}
