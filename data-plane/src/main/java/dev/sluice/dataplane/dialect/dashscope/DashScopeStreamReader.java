package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams. A server that was not asked otherwise repeats all of the text in every event: then
 * only what is new counts.
 */
final class DashScopeStreamReader extends TreeStream {
    /** A repetition this short may be chance. */
    private static final int SURE_CHARS = 2;

    private final Map<String, StringBuilder> said = new HashMap<>();
    private final Set<String> repeating = new HashSet<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private final CallIds ids = new CallIds();

    DashScopeStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
    }

    @Override
    protected boolean isError(JsonNode root) {
        return DashScopeReplies.isError(root);
    }

    @Override
    protected void read(JsonNode root) {
        start(new ReplyEvent.Started(Tree.text(root, "request_id"), null, null));
        var usage = DashScopeReplies.usage(root.path("usage"));
        if (usage != null) {
            emit(new ReplyEvent.UsageKnown(usage));
        }
        var output = root.path("output");
        var place = 0;
        for (var choice : output.path("choices").values()) {
            choice(choice, choice.path("index").asInt(place++));
        }
        if (output.path("text").isString()) {
            text(0, fresh("text0", output.path("text").asString()));
            stop(0, output.path("finish_reason").asString(""));
        }
    }

    private void choice(JsonNode node, int index) {
        var message = node.path("message");
        thought(index, fresh("thought" + index, message.path("reasoning_content").asString("")));
        var content = message.path("content");
        if (content.isString()) {
            text(index, fresh("text" + index, content.asString()));
        }
        for (var part : content.values()) {
            text(index, fresh("text" + index, part.path("text").asString("")));
        }
        var place = 0;
        for (var call : message.path("tool_calls").values()) {
            call(index, call, call.path("index").asInt(place++));
        }
        if (node.path("logprobs").isObject()) {
            emit(new ReplyEvent.LogprobsAdded(index, node.path("logprobs")));
        }
        stop(index, node.path("finish_reason").asString(""));
    }

    private void call(int choice, JsonNode call, int index) {
        var key = choice + "/" + index;
        var function = call.path("function");
        var number = calls.get(key);
        if (number == null) {
            var name = function.path("name").asString("");
            if (name.isEmpty()) {
                return;
            }
            number = calls.size();
            calls.put(key, number);
            var id = ids.ofCall(Tree.text(call, "id"), name);
            emit(new ReplyEvent.CallStarted(choice, number, id, name, null));
        }
        var text = Tree.arguments(function.path("arguments"));
        arguments(choice, number, fresh("call" + key, text));
    }

    /** What the text adds to what was said; a text that begins with all of it repeats it. */
    private String fresh(String key, String text) {
        if (text.isEmpty()) {
            return "";
        }
        var before = said.computeIfAbsent(key, ignored -> new StringBuilder());
        var all = before.toString();
        var repeats = !all.isEmpty() && text.startsWith(all);
        if (repeats && (repeating.contains(key) || all.length() >= SURE_CHARS)) {
            repeating.add(key);
            before.append(text, all.length(), text.length());
            return text.substring(all.length());
        }
        before.append(text);
        return text;
    }

    private void stop(int choice, String word) {
        if (!word.isEmpty() && !word.equals("null")) {
            emit(new ReplyEvent.Stopped(choice, DashScopeReplies.stop(word), null));
        }
    }
}
