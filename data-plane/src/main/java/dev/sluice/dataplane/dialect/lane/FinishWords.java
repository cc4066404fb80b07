package dev.sluice.dataplane.dialect.lane;

import dev.sluice.dataplane.conversation.StopReason;

/** OpenAI's finish reasons, which usage events use for every dialect. */
public final class FinishWords {
    private FinishWords() {}

    public static String of(StopReason reason) {
        return switch (reason) {
            case END, STOP_SEQUENCE, PAUSED, MALFORMED_CALL -> "stop";
            case LENGTH, CONTEXT_FULL -> "length";
            case TOOL_CALLS -> "tool_calls";
            case FILTERED, REFUSED -> "content_filter";
            case BROKEN -> "error";
            case INTERRUPTED -> "interrupted";
        };
    }
}
