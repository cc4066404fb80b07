package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.ReasoningWish;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.anthropic.Fields;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How much the model is to think: a budget for models up to 4.5, an effort for newer ones. There is
 * no official table between the two.
 */
final class ThinkingWish {
    private static final String THINKING = "thinking";
    private static final long LEAST_BUDGET = 1024;

    private ThinkingWish() {}

    static @Nullable ReasoningWish read(JsonNode root) {
        var thinking = root.path(THINKING);
        var effort = Fields.text(root.path("output_config"), "effort");
        return switch (thinking.path("type").asString("")) {
            case "enabled" ->
                    new ReasoningWish(
                            effort,
                            Objects.requireNonNullElse(
                                    Fields.whole(thinking, "budget_tokens"), -1L),
                            visible(thinking));
            case "adaptive" -> new ReasoningWish(effort, -1L, visible(thinking));
            case "disabled" -> new ReasoningWish("none", null, null);
            default -> effort == null ? null : new ReasoningWish(effort, null, null);
        };
    }

    private static @Nullable Boolean visible(JsonNode thinking) {
        return switch (thinking.path("display").asString("")) {
            case "omitted" -> false;
            case "summarized" -> true;
            default -> null;
        };
    }

    /** Whether only the dialect itself knows this kind of thinking. */
    static boolean isUnknown(JsonNode thinking) {
        return thinking.isObject()
                && switch (thinking.path("type").asString("")) {
                    case "enabled", "adaptive", "disabled" -> false;
                    default -> true;
                };
    }

    /**
     * Writes the wish.
     *
     * @return whether the model is going to think
     */
    static boolean write(
            ObjectNode body, ReasoningWish wish, ClaudeModel model, long cap, Losses losses) {
        if (wish.isOff()) {
            body.putObject(THINKING).put("type", "disabled");
            return false;
        }
        var budget = wish.budgetTokens();
        if (budget == null ? model.takesEffort() : budget < 0) {
            display(body.putObject(THINKING).put("type", "adaptive"), wish);
            effort(body, wish);
            return true;
        }
        return writeBudget(
                body, wish, Objects.requireNonNullElse(wish.budgetOrEffort(), 0L), cap, losses);
    }

    private static boolean writeBudget(
            ObjectNode body, ReasoningWish wish, long wanted, long cap, Losses losses) {
        if (cap <= LEAST_BUDGET) {
            losses.changed(THINKING, "left out: max_tokens of " + cap + " leave no room for it");
            return false;
        }
        // A budget that the caller did not name leaves half of the output to the answer.
        var most = wish.budgetTokens() == null ? Math.max(LEAST_BUDGET, cap / 2) : cap - 1;
        var budget = Math.clamp(wanted, LEAST_BUDGET, most);
        if (wish.budgetTokens() != null && budget != wanted) {
            losses.changed(THINKING, "budget changed from " + wanted + " to " + budget);
        }
        var node = body.putObject(THINKING).put("type", "enabled").put("budget_tokens", budget);
        display(node, wish);
        if (wish.budgetTokens() != null) {
            effort(body, wish);
        }
        return true;
    }

    private static void display(ObjectNode thinking, ReasoningWish wish) {
        if (wish.visible() != null) {
            thinking.put("display", wish.visible() ? "summarized" : "omitted");
        }
    }

    private static void effort(ObjectNode body, ReasoningWish wish) {
        if (wish.effort() != null) {
            var effort = wish.effort().equals("minimal") ? "low" : wish.effort();
            body.withObject("/output_config").put("effort", effort);
        }
    }
}
