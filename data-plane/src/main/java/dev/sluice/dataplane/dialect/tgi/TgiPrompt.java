package dev.sluice.dataplane.dialect.tgi;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.tree.Tree;
import java.util.List;

/** A conversation as one text: a single question stays as it is, turns are told by who speaks. */
final class TgiPrompt {
    private TgiPrompt() {}

    static String of(List<Message> messages, Losses losses) {
        for (var message : messages) {
            check(message, losses);
            losses.dropped("messages.", message.extensions());
            losses.untoldName(message);
        }
        if (messages.size() == 1 && messages.getFirst().role() == Role.USER) {
            return words(messages.getFirst());
        }
        losses.changed("messages", "told as one text: tgi knows no turns");
        var text = new StringBuilder();
        for (var message : messages) {
            text.append(message.isInstruction() ? "" : speaker(message.role()) + ": ")
                    .append(words(message))
                    .append("\n\n");
        }
        return text.append(speaker(Role.ASSISTANT)).append(':').toString();
    }

    private static String words(Message message) {
        return Tree.plainText(message.parts(), "\n");
    }

    private static String speaker(Role role) {
        return switch (role) {
            case SYSTEM, DEVELOPER -> "System";
            case USER, TOOL -> "User";
            case ASSISTANT -> "Assistant";
        };
    }

    private static void check(Message message, Losses losses) {
        for (var part : message.parts()) {
            switch (part) {
                case ContentPart.Text _, ContentPart.Refusal _, ContentPart.Reasoning _ -> {}
                case ContentPart.Media _ ->
                        throw losses.refused("A part that is no text", "messages");
                case ContentPart.ToolCall _, ContentPart.ToolResult _ ->
                        throw losses.refused("A call of a tool", "messages");
                case ContentPart.Opaque opaque ->
                        throw losses.refused("A '" + opaque.type() + "' part", "messages");
            }
        }
    }
}
