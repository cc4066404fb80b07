package dev.sluice.dataplane.dialect.openai;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What a finish reason means: the five of the dialect, none yet, or that the upstream gave up. */
public enum FinishReason {
    NONE(""),
    STOP("stop"),
    LENGTH("length"),
    TOOL_CALLS("tool_calls"),
    CONTENT_FILTER("content_filter"),
    FUNCTION_CALL("function_call"),
    /** The upstream broke off and says so; the caller gets an error, never a finish. */
    BROKEN("");

    private static final Set<String> PLAIN_ENDS =
            Set.of(
                    "stop",
                    "stop_sequence",
                    "end_turn",
                    "eos",
                    "eos_token",
                    "complete",
                    "COMPLETE",
                    "STOP");

    private final String text;

    FinishReason(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public byte[] quoted() {
        return ("\"" + text + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads what servers of this dialect really send; an unknown word is a plain end. */
    public static FinishReason of(String sent) {
        return switch (sent) {
            case "", "null" -> NONE;
            case "length", "max_tokens", "MAX_TOKENS", "max_length", "model_length" -> LENGTH;
            case "model_context_window_exceeded" -> LENGTH;
            case "tool_calls", "tool_use", "tool_call" -> TOOL_CALLS;
            case "content_filter", "sensitive", "safety", "SAFETY", "recitation" -> CONTENT_FILTER;
            case "function_call" -> FUNCTION_CALL;
            case "abort", "error", "interrupted", "network_error", "insufficient_system_resource" ->
                    BROKEN;
            default -> STOP;
        };
    }

    /** Whether a word says for sure how an answer ended; all others are only taken for an end. */
    public static boolean isKnown(String sent) {
        return switch (of(sent)) {
            case NONE -> false;
            case STOP -> PLAIN_ENDS.contains(sent);
            case LENGTH, TOOL_CALLS, CONTENT_FILTER, FUNCTION_CALL, BROKEN -> true;
        };
    }

    /** A plain end after tool calls is a call of tools. */
    public FinishReason after(boolean toolCalls) {
        return this == STOP && toolCalls ? TOOL_CALLS : this;
    }
}
