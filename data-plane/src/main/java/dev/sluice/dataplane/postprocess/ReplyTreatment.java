package dev.sluice.dataplane.postprocess;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Treats the texts of a whole reply, with the same result as if it had been a stream. */
public final class ReplyTreatment {
    private ReplyTreatment() {}

    public static ChatReply of(ChatReply reply, TextTreatment treatment) {
        return new ChatReply(
                reply.id(),
                reply.model(),
                reply.createdAt(),
                reply.choices().stream().map(choice -> choice(choice, treatment)).toList(),
                reply.usage(),
                reply.extensions());
    }

    private static ChatReply.Choice choice(ChatReply.Choice choice, TextTreatment treatment) {
        var parts = new ArrayList<ContentPart>();
        for (var part : choice.parts()) {
            switch (part) {
                case ContentPart.Text text -> parts.add(text(text, treatment));
                case ContentPart.Reasoning reasoning -> {
                    if (!treatment.leavesOut("reasoning")) {
                        parts.add(
                                new ContentPart.Reasoning(
                                        treatment.whole(reasoning.text()),
                                        reasoning.signature(),
                                        reasoning.sealed(),
                                        reasoning.origin(),
                                        reasoning.extensions()));
                    }
                }
                case ContentPart.Refusal refusal ->
                        parts.add(new ContentPart.Refusal(treatment.whole(refusal.text())));
                case ContentPart.Opaque opaque -> parts.add(treatment.treated(opaque));
                default -> parts.add(part);
            }
        }
        var logprobs =
                treatment.leavesOut("logprobs") || treatment.masks() ? null : choice.logprobs();
        return new ChatReply.Choice(
                choice.index(),
                parts,
                choice.stop(),
                choice.stopSequence(),
                logprobs,
                choice.extensions());
    }

    private static ContentPart.Text text(ContentPart.Text text, TextTreatment treatment) {
        return new ContentPart.Text(
                treatment.whole(text.text()),
                treatment.leavesOut("citations")
                        ? List.of()
                        : text.citations().stream()
                                .map(treatment::treated)
                                .filter(Objects::nonNull)
                                .toList(),
                text.cache(),
                text.signature(),
                text.extensions());
    }
}
