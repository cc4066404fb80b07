package dev.sluice.dataplane.dialect.lane.event;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyCodec;
import dev.sluice.model.route.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * An answer without what its caller's dialect has no word for: each kind of it is named once. No
 * call is refused for it, strict or not, since the answer is there and paid for.
 */
public final class SayableAnswer {
    private static final String CHOICES = "answer.choices";

    private final ReplyCodec caller;
    private final Losses losses;

    public SayableAnswer(ReplyCodec caller, Dialect dialect) {
        this.caller = caller;
        this.losses = new Losses(dialect, false);
    }

    /** What was left out so far. */
    public List<String> warnings() {
        return losses.warnings();
    }

    public ChatReply of(ChatReply reply) {
        var choices = reply.choices();
        if (choices.size() > 1 && !caller.saysChoices()) {
            dropChoices();
            choices = choices.subList(0, 1);
        }
        return reply.withChoices(
                choices.stream()
                        .map(choice ->
                                choice.withParts(
                                        choice.parts().stream().filter(this::isSaid).toList()))
                        .toList());
    }

    public Consumer<ReplyEvent> before(Consumer<ReplyEvent> sink) {
        return event -> {
            if (choiceOf(event) > 0 && !caller.saysChoices()) {
                dropChoices();
            } else if (!(event instanceof ReplyEvent.PartAdded added) || isSaid(added.part())) {
                sink.accept(event);
            }
        };
    }

    private void dropChoices() {
        losses.changed(
                CHOICES, "dropped but for the first: " + losses.target().text() + " has one");
    }

    private boolean isSaid(ContentPart part) {
        return switch (part) {
            case ContentPart.Media media -> {
                var said = caller.says(media);
                if (!said) {
                    drop(media.kind().name().toLowerCase(Locale.ROOT));
                }
                yield said;
            }
            case ContentPart.Opaque opaque -> {
                var said = opaque.isCall() || opaque.origin() == losses.target();
                if (!said) {
                    drop(opaque.type());
                }
                yield said;
            }
            case ContentPart.Text _,
                    ContentPart.Reasoning _,
                    ContentPart.Refusal _,
                    ContentPart.ToolCall _,
                    ContentPart.ToolResult _ ->
                    true;
        };
    }

    private void drop(String kind) {
        losses.dropped("answer." + kind);
    }

    private static int choiceOf(ReplyEvent event) {
        return switch (event) {
            case ReplyEvent.TextDelta it -> it.choice();
            case ReplyEvent.ReasoningDelta it -> it.choice();
            case ReplyEvent.ReasoningSealed it -> it.choice();
            case ReplyEvent.RefusalDelta it -> it.choice();
            case ReplyEvent.CallStarted it -> it.choice();
            case ReplyEvent.CallDelta it -> it.choice();
            case ReplyEvent.PartAdded it -> it.choice();
            case ReplyEvent.Cited it -> it.choice();
            case ReplyEvent.LogprobsAdded it -> it.choice();
            case ReplyEvent.Stopped it -> it.choice();
            case ReplyEvent.Started _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ ->
                    0;
        };
    }
}
