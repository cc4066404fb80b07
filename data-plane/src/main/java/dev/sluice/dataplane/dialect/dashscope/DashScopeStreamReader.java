package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams. A server that was not asked otherwise repeats all of the text in every event: then
 * only what is new counts.
 */
final class DashScopeStreamReader extends TreeStream {
    private final Map<String, RepeatedText> texts = new LinkedHashMap<>();
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
            words(0, output.path("text").asString());
            stop(0, output.path("finish_reason").asString(""));
        }
    }

    private void choice(JsonNode node, int index) {
        var message = node.path("message");
        var thought = message.path("reasoning_content").asString("");
        hear("thought" + index, thought, fresh -> thought(index, fresh));
        var content = message.path("content");
        if (content.isString()) {
            words(index, content.asString());
        }
        for (var part : content.values()) {
            words(index, part.path("text").asString(""));
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
            flush();
            number = calls.size();
            calls.put(key, number);
            var id = ids.ofCall(Tree.text(call, "id"), name);
            emit(new ReplyEvent.CallStarted(choice, number, id, name, null));
        }
        var text = Tree.arguments(function.path("arguments"));
        var place = number;
        hear("call" + key, text, fresh -> arguments(choice, place, fresh));
    }

    private void words(int choice, String text) {
        hear("text" + choice, text, fresh -> text(choice, fresh));
    }

    /** What another text still holds back was said before. */
    private void hear(String key, String text, Consumer<String> news) {
        if (!text.isEmpty()) {
            texts.forEach((other, held) -> {
                if (!other.equals(key)) {
                    held.flush();
                }
            });
            texts.computeIfAbsent(key, ignored -> new RepeatedText(news)).take(text);
        }
    }

    private void flush() {
        texts.values().forEach(RepeatedText::flush);
    }

    @Override
    public void end() {
        super.end();
        flush();
    }

    private void stop(int choice, String word) {
        if (!word.isEmpty() && !word.equals("null")) {
            flush();
            emit(new ReplyEvent.Stopped(choice, DashScopeReplies.stop(word), null));
        }
    }
}
