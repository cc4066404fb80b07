package dev.sluice.dataplane.dialect.anthropic.request;

import dev.sluice.dataplane.conversation.Message;
import dev.sluice.dataplane.conversation.Message.Role;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.anthropic.CallIds;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts messages into the order that the dialect demands: instructions apart, user and assistant in
 * turns, the user first, and all results of a turn's calls at the beginning of the next one.
 */
final class Turns {
    private static final String PLACEHOLDER = "…";
    private static final String NO_RESULT = "The call was not carried out.";

    private final Losses losses;
    private final HistoryBlocks blocks;
    private final List<Turn> turns = new ArrayList<>();

    /** Everything that one side says without a break. */
    private static final class Turn {
        final boolean user;
        final List<JsonNode> results = new ArrayList<>();
        final List<JsonNode> content = new ArrayList<>();
        final List<ObjectNode> fields = new ArrayList<>();

        Turn(boolean user) {
            this.user = user;
        }

        boolean isEmpty() {
            return results.isEmpty() && content.isEmpty();
        }

        /** Ids of the calls it makes, or of those whose results it holds. */
        Set<String> ids(String type, String field) {
            var ids = new LinkedHashSet<String>();
            for (var block : user ? results : content) {
                if (block.path("type").asString("").equals(type)) {
                    ids.add(block.path(field).asString(""));
                }
            }
            return ids;
        }
    }

    Turns(Losses losses) {
        this.losses = losses;
        this.blocks = new HistoryBlocks(losses);
    }

    void write(List<Message> messages, ObjectNode body) {
        var leading = leadingInstructions(messages);
        var system = SluiceJson.mapper().createArrayNode();
        messages.subList(0, leading).forEach(message -> blocks.add(message.parts(), system));
        if (!system.isEmpty()) {
            body.set("system", shortened(system));
        }
        messages.subList(leading, messages.size()).forEach(this::add);
        turns.removeIf(Turn::isEmpty);
        mergeNeighbours();
        beginWithUser();
        answerCalls();
        tidyPrefill();
        var array = body.putArray("messages");
        turns.forEach(turn -> array.add(written(turn)));
    }

    /** All but the last, where there is nothing else: somebody has to say something. */
    private int leadingInstructions(List<Message> messages) {
        var leading = 0;
        while (leading < messages.size() && messages.get(leading).isInstruction()) {
            leading++;
        }
        if (leading > 0 && leading == messages.size()) {
            return leading - 1;
        }
        return leading;
    }

    private void add(Message message) {
        var user = message.role() != Role.ASSISTANT;
        if (message.isInstruction()) {
            losses.changed("messages", "with a later system message, sent as the user's words");
        }
        losses.untoldName(message);
        losses.dropped("messages.", message.extensions());
        if (turns.isEmpty() || turns.getLast().user != user) {
            turns.add(new Turn(user));
        }
        var turn = turns.getLast();
        var all = SluiceJson.mapper().createArrayNode();
        blocks.add(message.parts(), all);
        for (var block : all.values()) {
            var isResult = block.path("type").asString("").equals("tool_result");
            (isResult ? turn.results : turn.content).add(block);
        }
        var own = SluiceJson.mapper().createObjectNode();
        message.extensions().writeInto(own, Dialect.ANTHROPIC);
        turn.fields.add(own);
    }

    private void mergeNeighbours() {
        for (var i = turns.size() - 1; i > 0; i--) {
            var before = turns.get(i - 1);
            if (before.user == turns.get(i).user) {
                var turn = turns.remove(i);
                before.results.addAll(turn.results);
                before.content.addAll(turn.content);
                before.fields.addAll(turn.fields);
            }
        }
    }

    private void beginWithUser() {
        if (turns.isEmpty() || !turns.getFirst().user) {
            losses.changed("messages", "begun with an empty turn of the user's");
            var turn = new Turn(true);
            turn.content.add(HistoryBlocks.text(PLACEHOLDER));
            turns.addFirst(turn);
        }
    }

    /** Calls that an interrupted agent left open: the target refuses a history with them. */
    private void answerCalls() {
        for (var i = 0; i + 1 < turns.size(); i++) {
            var turn = turns.get(i);
            if (turn.user) {
                continue;
            }
            var next = turns.get(i + 1);
            var missing = turn.ids("tool_use", "id");
            missing.removeAll(next.ids("tool_result", "tool_use_id"));
            for (var id : missing) {
                losses.changed("messages", "with a failed result for a call that has none");
                next.results.add(
                        SluiceJson.mapper()
                                .createObjectNode()
                                .put("type", "tool_result")
                                .put("tool_use_id", CallIds.write(id))
                                .put("content", NO_RESULT)
                                .put("is_error", true));
            }
        }
    }

    /** The target refuses a beginning of its own answer that ends with a blank. */
    private void tidyPrefill() {
        var last = turns.getLast();
        if (last.user
                || last.content.isEmpty()
                || !(last.content.getLast() instanceof ObjectNode block)
                || !block.path("type").asString("").equals("text")) {
            return;
        }
        var text = block.path("text").asString("");
        if (!text.equals(text.stripTrailing())) {
            losses.changed("messages", "without the blanks at the end of the last one");
            block.put("text", text.stripTrailing());
        }
    }

    private static ObjectNode written(Turn turn) {
        var node = SluiceJson.mapper().createObjectNode();
        node.put("role", turn.user ? "user" : "assistant");
        var content = SluiceJson.mapper().createArrayNode();
        content.addAll(turn.results);
        content.addAll(turn.content);
        node.set("content", shortened(content));
        turn.fields.forEach(node::setAll);
        return node;
    }

    /** One plain text needs no list. */
    static JsonNode shortened(ArrayNode content) {
        var only = content.path(0);
        return content.size() == 1 && only.size() == 2 && only.path("text").isString()
                ? only.path("text")
                : content;
    }

    /**
     * Whether the last thing is results of calls that this provider's thinking did not lead to:
     * with a budget for thinking the target refuses that.
     */
    boolean endsInUnthoughtCalls() {
        if (turns.size() < 2 || turns.getLast().results.isEmpty()) {
            return false;
        }
        var calls = turns.get(turns.size() - 2);
        return !calls.content.isEmpty()
                && !calls.content.getFirst().path("type").asString("").endsWith("thinking");
    }
}
