package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.UnreadableReply;
import dev.sluice.dataplane.dialect.lane.event.SoundCalls;
import dev.sluice.dataplane.json.ForeignJson;
import java.util.function.UnaryOperator;

/** A whole reply that one codec reads and another writes. */
public final class TranslatedReply implements UnaryLane {
    private final DialectCodec from;
    private final DialectCodec to;
    private final ReplyContext context;
    private final OutputText output;
    private final UnaryOperator<ChatReply> between;

    /**
     * @param between what is done to the reply on the way
     */
    public TranslatedReply(
            DialectCodec from,
            DialectCodec to,
            ReplyContext context,
            OutputText output,
            UnaryOperator<ChatReply> between) {
        this.between = between;
        this.from = from;
        this.to = to;
        this.context = context;
        this.output = output;
    }

    @Override
    public ReplyBody read(byte[] body) {
        try {
            var read = ended(called(from.replies().read(body)));
            var reply = read.withUsage(from.told(read.usage(), output));
            return ReplyTally.of(reply, output, () -> written(reply));
        } catch (UnreadableReply unreadable) {
            return ReplyTally.of(unreadable);
        }
    }

    private byte[] written(ChatReply reply) {
        var shown = reply.withUsage(to.shown(reply.usage(), output));
        return ForeignJson.bytes(to.replies().write(between.apply(shown), context));
    }

    /** A call without a name calls nothing; one without an id gets one, for its result needs it. */
    private static ChatReply called(ChatReply reply) {
        return reply.withChoices(
                reply.choices().stream()
                        .map(choice ->
                                choice.withParts(
                                        choice.parts().stream()
                                                .flatMap(part -> SoundCalls.sound(part).stream())
                                                .toList()))
                        .toList());
    }

    /** What providers call a plain end after calls of tools is a wait for their results. */
    private static ChatReply ended(ChatReply reply) {
        return reply.withChoices(
                reply.choices().stream()
                        .map(choice -> choice.withStop(choice.stop().after(choice.hasCalls())))
                        .toList());
    }
}
