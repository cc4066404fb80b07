package dev.sluice.dataplane.conversation;

import org.jspecify.annotations.Nullable;

/**
 * How much the model should think. Effort and budget are two scales for one wish; a dialect that
 * has only the other one uses {@link #budgetOrEffort} or {@link #effortOrBudget}.
 *
 * @param effort {@code none, minimal, low, medium, high, xhigh, max} or what the caller writes
 * @param budgetTokens most tokens of thinking; -1 lets the model choose
 * @param visible whether the caller wants to see (a summary of) it
 */
public record ReasoningWish(
        @Nullable String effort, @Nullable Long budgetTokens, @Nullable Boolean visible) {

    public boolean isOff() {
        return "none".equals(effort) || (budgetTokens != null && budgetTokens == 0);
    }

    /**
     * The budget, or the one that the field commonly takes for the effort: there is no official
     * table. Null where neither is given.
     */
    public @Nullable Long budgetOrEffort() {
        if (budgetTokens != null || effort == null) {
            return budgetTokens;
        }
        return switch (effort) {
            case "none" -> 0L;
            case "minimal" -> 1024L;
            case "low" -> 2048L;
            case "high" -> 16_384L;
            case "xhigh", "max" -> 32_768L;
            default -> 8192L;
        };
    }

    /** The effort, or the one that a budget amounts to; null where neither is given. */
    public @Nullable String effortOrBudget() {
        if (effort != null || budgetTokens == null) {
            return effort;
        }
        if (budgetTokens == 0) {
            return "none";
        }
        if (budgetTokens < 0) {
            return "medium";
        }
        return budgetTokens <= 2048 ? "low" : budgetTokens <= 8192 ? "medium" : "high";
    }
}
