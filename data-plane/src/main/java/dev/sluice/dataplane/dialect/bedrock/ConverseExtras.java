package dev.sluice.dataplane.dialect.bedrock;

import dev.sluice.dataplane.conversation.ChatRequest;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.model.json.SluiceJson;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** What only some of the models take, and stands in fields of the vendors' own. */
final class ConverseExtras {
    private static final Pattern METADATA = Pattern.compile("[a-zA-Z0-9\\s:_@$#=/+,.-]{1,256}");
    private static final long LEAST_BUDGET = 1024;

    private ConverseExtras() {}

    static void write(ObjectNode body, ChatRequest request, RequestTarget target, Losses losses) {
        var extras = SluiceJson.mapper().createObjectNode();
        var model = target.model().toLowerCase(Locale.ROOT);
        var isClaude = model.contains("anthropic") || model.contains("claude");
        if (request.sampling().topK() != null) {
            if (isClaude) {
                extras.put("top_k", request.sampling().topK());
            } else {
                losses.dropped("top_k");
            }
        }
        losses.untoldSight(request.reasoning(), true);
        if (isClaude) {
            writeThinking(extras, request, losses);
        } else if (request.reasoning() != null) {
            writeEffort(extras, request, model, losses);
        }
        if (!extras.isEmpty()) {
            body.set("additionalModelRequestFields", extras);
        }
        var user = request.endUser();
        if (user != null) {
            if (METADATA.matcher(user).matches()) {
                body.putObject("requestMetadata").put("user", user);
            } else {
                losses.dropped("user");
            }
        }
    }

    /** A budget has to leave room for the answer. */
    private static void writeThinking(ObjectNode extras, ChatRequest request, Losses losses) {
        var wish = request.reasoning();
        var budget = wish == null ? null : wish.budgetOrEffort();
        if (wish == null || budget == null || budget == 0) {
            return;
        }
        var cap = request.outputCap();
        var asked = Math.max(LEAST_BUDGET, budget);
        if (cap != null && cap <= LEAST_BUDGET) {
            losses.changed("reasoning_effort", "dropped: the output cap leaves no room to think");
            return;
        }
        var most = cap == null ? asked : Math.min(asked, cap - 1);
        if (wish.budgetTokens() != null && most != budget) {
            losses.changed("thinking", "budget changed from " + budget + " to " + most);
        }
        extras.putObject("thinking").put("type", "enabled").put("budget_tokens", most);
    }

    private static void writeEffort(
            ObjectNode extras, ChatRequest request, String model, Losses losses) {
        var effort = request.reasoning() == null ? null : request.reasoning().effortOrBudget();
        if (effort == null) {
            return;
        }
        if (model.contains("openai")) {
            extras.put("reasoning_effort", effort);
        } else {
            losses.dropped("reasoning_effort");
        }
    }
}
