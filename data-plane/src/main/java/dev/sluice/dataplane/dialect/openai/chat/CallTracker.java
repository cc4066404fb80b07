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
 * empty id or name goes on with the same call. Names may come in pieces, and then are whole when
 * the arguments or the end come; a piece that begins with all before it is the name said again.
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
        String id = "";
        String name = "";
        @Nullable String signature;
        boolean freeText;
        boolean started;
        final StringBuilder early = new StringBuilder();

        Open(int index, int number) {
            this.index = index;
            this.number = number;
        }

        void hear(String id, String name, JsonNode call) {
            this.id = this.id.isEmpty() ? id : this.id;
            if (!started) {
                this.name = name.startsWith(this.name) ? name : this.name + name;
            }
            signature = signature == null ? ChatReasoning.signatureOf(call) : signature;
            freeText |= isFreeText(call);
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
            current = new Open(index, open.size());
            open.add(current);
        }
        current.hear(id, name, call);
        var text = ChatMessages.arguments(arguments);
        if (!current.started && (current.name.isEmpty() || text.isEmpty())) {
            current.early.append(text); // the name, or more of it, may come later
            return;
        }
        startUpTo(choice, open, current);
        if (!text.isEmpty()) {
            sink.accept(new ReplyEvent.CallDelta(choice, current.number, text));
        }
    }

    /** Nothing more comes of the choice's calls: those whose names are known have begun. */
    void close(int choice) {
        byChoice.getOrDefault(choice, List.of()).forEach(call -> start(choice, call));
    }

    /** Nothing more comes at all. */
    void close() {
        byChoice.keySet().stream().sorted().toList().forEach(this::close);
    }

    /** The calls before it begin before it. */
    private void startUpTo(int choice, List<Open> open, Open last) {
        open.subList(0, last.number + 1).forEach(call -> start(choice, call));
    }

    private void start(int choice, Open current) {
        if (current.started || current.name.isEmpty()) {
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
                        current.signature,
                        current.freeText));
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
                var otherName = id.isEmpty() && !name.isEmpty() && index < 0 && !one.name.isEmpty();
                return otherId || otherName ? null : one;
            }
        }
        return null;
    }
}
