package dev.sluice.dataplane.dialect.cohere;

import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.tree.CallIds;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.model.route.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Answers in the words of the first version, which addresses of one's own may still speak: one text
 * beside the calls, events told by {@code event_type}, one to a line.
 */
final class CohereFirst {
    private static final Set<String> KNOWN =
            Set.of("text", "tool_calls", "finish_reason", "meta", "response_id", "chat_history");

    private final Consumer<ReplyEvent> sink;
    private final CallIds ids = new CallIds();
    private int calls;
    private boolean said;

    CohereFirst(Consumer<ReplyEvent> sink) {
        this.sink = sink;
    }

    static ChatReply read(JsonNode root) {
        var parts = new ArrayList<ContentPart>();
        var text = root.path("text").asString("");
        if (!text.isEmpty()) {
            parts.add(ContentPart.Text.of(text));
        }
        var ids = new CallIds();
        for (var call : root.path("tool_calls").values()) {
            var name = call.path("name").asString("");
            parts.add(
                    new ContentPart.ToolCall(
                            ids.ofCall(null, name),
                            name,
                            Tree.arguments(call.path("parameters")),
                            null,
                            null,
                            Extensions.NONE));
        }
        var choice =
                new ChatReply.Choice(
                        0,
                        parts,
                        CohereReplies.stop(root.path("finish_reason").asString("COMPLETE")),
                        null,
                        null,
                        Extensions.NONE);
        return new ChatReply(
                Tree.text(root, "response_id"),
                null,
                null,
                List.of(choice),
                CohereReplies.usage(root.path("meta")),
                Extensions.rest(Dialect.COHERE, root, KNOWN));
    }

    /** Takes an event; true where it was the last. */
    boolean take(JsonNode event) {
        switch (event.path("event_type").asString("")) {
            case "text-generation" -> say(event.path("text").asString(""));
            case "tool-calls-generation" -> event.path("tool_calls").values().forEach(this::call);
            case "stream-end" -> {
                end(event);
                return true;
            }
            default -> {} // searches and citations are told by the text, too
        }
        return false;
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            said = true;
            sink.accept(new ReplyEvent.TextDelta(0, text));
        }
    }

    private void call(JsonNode call) {
        said = true;
        var name = call.path("name").asString("");
        var number = calls++;
        sink.accept(new ReplyEvent.CallStarted(0, number, ids.ofCall(null, name), name, null));
        var arguments = Tree.arguments(call.path("parameters"));
        if (!arguments.isEmpty()) {
            sink.accept(new ReplyEvent.CallDelta(0, number, arguments));
        }
    }

    /** The last event repeats all of the answer: it counts only where nothing else told it. */
    private void end(JsonNode event) {
        var whole = event.path("response");
        if (!said) {
            say(whole.path("text").asString(""));
            whole.path("tool_calls").values().forEach(this::call);
        }
        var word = event.path("finish_reason").asString("COMPLETE");
        sink.accept(new ReplyEvent.Stopped(0, CohereReplies.stop(word), null));
        var usage = CohereReplies.usage(whole.path("meta"));
        if (usage != null) {
            sink.accept(new ReplyEvent.UsageKnown(usage));
        }
    }
}
