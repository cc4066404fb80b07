package dev.sluice.dataplane.dialect.openai.chat;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Tells the calls of a stream apart. Servers key them by index, by id, or not at all; a repeated or
 * empty id or name goes on with the same call.
 */
final class CallTracker {
    private final Consumer<ReplyEvent> sink;
    private final Map<Integer, List<Open>> byChoice = new HashMap<>();

    CallTracker(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    /** A call that has begun, with the server's own key of it. */
    private static final class Open {
        final int index;
        final int number;
        String id;
        String name;
        boolean started;
        final StringBuilder early = new StringBuilder();

        Open(int index, int number, String id, String name) {
            this.index = index;
            this.number = number;
            this.id = id;
            this.name = name;
        }
    }

    void take(int choice, JsonNode delta) {
        var list = delta.path("tool_calls");
        if (list.isObject()) {
            take(choice, list, 0);
        }
        var place = 0;
        for (var call : list.values()) {
            if (list.isArray()) {
                take(choice, call, place++);
            }
        }
        if (delta.path("function_call").isObject()
                && !delta.path("function_call").path("name").asString("?").isEmpty()) {
            takeLegacy(choice, delta.path("function_call"));
        }
    }

    private void take(int choice, JsonNode call, int place) {
        var function = isFreeText(call) ? call.path("custom") : call.path("function");
        var arguments =
                function.has("arguments") ? function.path("arguments") : function.path("input");
        take(
                choice,
                index(call, place),
                call.path("id").asString(""),
                function.path("name").asString(""),
                arguments,
                call);
    }

    /** Some servers send both objects, one of them empty. */
    private static boolean isFreeText(JsonNode call) {
        return call.path("custom").isObject() && !call.path("function").isObject();
    }

    /** Calls without a number are told apart by their place. */
    private static int index(JsonNode call, int place) {
        var index = Tree.small(call.path("index"));
        return index == null ? -1 - place : index;
    }

    private void takeLegacy(int choice, JsonNode call) {
        take(choice, 0, "", call.path("name").asString(""), call.path("arguments"), call);
    }

    private void take(
            int choice, int index, String id, String name, JsonNode arguments, JsonNode call) {
        var open = byChoice.computeIfAbsent(choice, ignored -> new ArrayList<>());
        var current = find(open, index, id, name);
        if (current == null) {
            current = new Open(index, open.size(), id, name);
            open.add(current);
        } else {
            current.id = current.id.isEmpty() ? id : current.id;
            current.name = current.name.isEmpty() ? name : current.name;
        }
        var text = ChatMessages.arguments(arguments);
        if (!current.started && current.name.isEmpty()) {
            current.early.append(text); // the name comes later
            return;
        }
        start(choice, current, call);
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.CallDelta(choice, current.number, text));
        }
    }

    private void start(int choice, Open current, JsonNode call) {
        if (current.started) {
            return;
        }
        current.started = true;
        var id = current.id.isEmpty() ? CallIds.fresh() : current.id;
        sink.accept(
                new ReplyEvent.CallStarted(
                        choice,
                        current.number,
                        id,
                        current.name,
                        ChatReasoning.signatureOf(call),
                        isFreeText(call)));
        if (!current.early.isEmpty()) {
            sink.accept(new ReplyEvent.CallDelta(choice, current.number, current.early.toString()));
        }
    }

    /** The call that a delta goes on with; null where it begins one. */
    private static @Nullable Open find(List<Open> open, int index, String id, String name) {
        for (int i = open.size() - 1; i >= 0; i--) {
            var one = open.get(i);
            var sameKey = index >= 0 ? one.index == index : id.isEmpty() || one.id.equals(id);
            if (sameKey) {
                var otherId = !id.isEmpty() && !one.id.isEmpty() && !one.id.equals(id);
                var otherName = id.isEmpty() && !name.isEmpty() && index < 0 && one.started;
                return otherId || otherName ? null : one;
            }
        }
        return null;
    }
}
