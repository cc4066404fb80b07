package dev.sluice.dataplane.conversation;

import java.util.List;

/**
 * Whether the model must call a tool.
 *
 * @param names the tool of {@code NAMED}, or those that alone are allowed; else empty
 */
public record ToolChoice(Mode mode, List<String> names) {
    /** What is asked of the model. */
    public enum Mode {
        AUTO,
        NONE,
        REQUIRED,
        NAMED
    }

    public ToolChoice {
        names = List.copyOf(names);
    }

    public static ToolChoice of(Mode mode) {
        return new ToolChoice(mode, List.of());
    }

    public static ToolChoice named(String name) {
        return new ToolChoice(Mode.NAMED, List.of(name));
    }
}
