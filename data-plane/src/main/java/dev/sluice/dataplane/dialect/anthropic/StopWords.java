package dev.sluice.dataplane.dialect.anthropic;

import dev.sluice.dataplane.conversation.StopReason;

/** The dialect's words for the end of an answer. */
public final class StopWords {
    private StopWords() {}

    /** A word that is not known is a plain end. */
    public static StopReason read(String word) {
        return switch (word) {
            case "" -> StopReason.INTERRUPTED; // it is always told
            case "max_tokens" -> StopReason.LENGTH;
            case "stop_sequence" -> StopReason.STOP_SEQUENCE;
            case "tool_use" -> StopReason.TOOL_CALLS;
            case "pause_turn", "compaction" -> StopReason.PAUSED;
            case "refusal" -> StopReason.REFUSED;
            case "interrupted" -> StopReason.BROKEN; // what this gateway writes
            case "model_context_window_exceeded" -> StopReason.CONTEXT_FULL;
            default -> StopReason.END;
        };
    }

    public static String write(StopReason reason) {
        return switch (reason) {
            case END, MALFORMED_CALL, BROKEN -> "end_turn";
            case INTERRUPTED -> "interrupted";
            case STOP_SEQUENCE -> "stop_sequence";
            case LENGTH -> "max_tokens";
            case CONTEXT_FULL -> "model_context_window_exceeded";
            case TOOL_CALLS -> "tool_use";
            case FILTERED, REFUSED -> "refusal";
            case PAUSED -> "pause_turn";
        };
    }
}
