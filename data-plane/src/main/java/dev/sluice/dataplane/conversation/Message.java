package dev.sluice.dataplane.conversation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One turn.
 *
 * @param name of the participant, where the caller gives one
 */
public record Message(
        Role role, List<ContentPart> parts, @Nullable String name, Extensions extensions) {

    /**
     * Who speaks. Results of tools are their own role; dialects that have none make it the user's.
     */
    public enum Role {
        SYSTEM,
        DEVELOPER,
        USER,
        ASSISTANT,
        TOOL
    }

    public Message {
        parts = List.copyOf(parts);
    }

    public static Message of(Role role, List<ContentPart> parts) {
        return new Message(role, parts, null, Extensions.NONE);
    }

    public static Message text(Role role, String text) {
        return of(role, List.of(ContentPart.Text.of(text)));
    }

    public Message withParts(List<ContentPart> other) {
        return new Message(role, other, name, extensions);
    }

    /** Whether it instructs the model: system or developer. */
    public boolean isInstruction() {
        return role == Role.SYSTEM || role == Role.DEVELOPER;
    }

    /** All its plain text, in order. */
    public String plainText() {
        var text = new StringBuilder();
        for (var part : parts) {
            if (part instanceof ContentPart.Text some) {
                text.append(some.text());
            }
        }
        return text.toString();
    }
}
