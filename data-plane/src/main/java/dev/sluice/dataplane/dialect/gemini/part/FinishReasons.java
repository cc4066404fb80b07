package dev.sluice.dataplane.dialect.gemini.part;

import dev.sluice.dataplane.conversation.StopReason;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The dialect's words for why an answer ended; some servers write their numbers instead. */
public final class FinishReasons {
    private FinishReasons() {}

    /** Null where the answer goes on. */
    public static @Nullable StopReason read(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        return switch (node.asString("")) {
            case "", "0", "FINISH_REASON_UNSPECIFIED" -> null;
            case "MAX_TOKENS", "2" -> StopReason.LENGTH;
            case "SAFETY",
                    "3",
                    "RECITATION",
                    "4",
                    "LANGUAGE",
                    "6",
                    "BLOCKLIST",
                    "7",
                    "PROHIBITED_CONTENT",
                    "8",
                    "SPII",
                    "9",
                    "IMAGE_SAFETY",
                    "11",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION",
                    "IMAGE_OTHER",
                    "NO_IMAGE",
                    "MODEL_ARMOR" ->
                    StopReason.FILTERED;
            case "MALFORMED_FUNCTION_CALL",
                    "10",
                    "UNEXPECTED_TOOL_CALL",
                    "12",
                    "TOO_MANY_TOOL_CALLS" ->
                    StopReason.MALFORMED_CALL;
            case "OTHER", "5" -> StopReason.BROKEN;
            default -> StopReason.END;
        };
    }

    /** The dialect says STOP also where it calls tools. */
    public static String write(StopReason reason) {
        return switch (reason) {
            case END, STOP_SEQUENCE, TOOL_CALLS, PAUSED -> "STOP";
            case LENGTH, CONTEXT_FULL -> "MAX_TOKENS";
            case FILTERED, REFUSED -> "SAFETY";
            case MALFORMED_CALL -> "MALFORMED_FUNCTION_CALL";
            case BROKEN, INTERRUPTED -> "OTHER";
        };
    }
}
