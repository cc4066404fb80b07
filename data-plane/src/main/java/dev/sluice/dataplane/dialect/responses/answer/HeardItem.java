package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.responses.answer.OpenItem.Kind;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One item of an upstream's stream. Servers send its text in pieces, whole at its end, or both:
 * pieces count, and what comes whole fills in what they left out.
 */
final class HeardItem {
    private static final String BETWEEN_THOUGHTS = "\n\n";

    final @Nullable OpenItem open;
    private final Consumer<ReplyEvent> sink;
    private final int call;

    /** What was said of each part. */
    private final TreeMap<Integer, StringBuilder> heard = new TreeMap<>();

    private int thinking = -1;
    private int cited;

    /**
     * @param call counts the calls of the answer from 0; no matter where the item is none
     */
    HeardItem(JsonNode item, int index, int call, Consumer<ReplyEvent> sink) {
        this.sink = sink;
        this.call = call;
        var kind = kind(item.path("type").asString(""));
        var name = CallName.of(item);
        this.open =
                kind == null
                        ? null
                        : new OpenItem(
                                kind,
                                index,
                                item.path("id").asString(""),
                                OutputItems.callId(item),
                                name);
        if (isCall()) {
            var id = OutputItems.callId(item);
            var free = kind == Kind.CUSTOM_CALL;
            sink.accept(new ReplyEvent.CallStarted(0, call, id, name.joined(), null, free));
        }
    }

    static @Nullable Kind kind(String type) {
        return switch (type) {
            case "message" -> Kind.MESSAGE;
            case "reasoning" -> Kind.REASONING;
            case "function_call" -> Kind.CALL;
            case "custom_tool_call" -> Kind.CUSTOM_CALL;
            default -> null;
        };
    }

    boolean isCall() {
        return open != null && (open.kind == Kind.CALL || open.kind == Kind.CUSTOM_CALL);
    }

    /**
     * Whether both are of one kind: places alone are not sure, for some servers leave items out.
     */
    boolean is(JsonNode item) {
        return open != null && open.kind == kind(item.path("type").asString(""));
    }

    void say(int part, String text, boolean refusal) {
        if (text.isEmpty()) {
            return;
        }
        heard(part, text);
        if (open != null) {
            open.heard(part, refusal, text);
        }
        sink.accept(
                refusal ? new ReplyEvent.RefusalDelta(0, text) : new ReplyEvent.TextDelta(0, text));
    }

    private void heard(int part, String text) {
        heard.computeIfAbsent(part, ignored -> new StringBuilder()).append(text);
    }

    /** What of the whole was not said yet; nothing where the whole contradicts what was said. */
    private static String rest(CharSequence said, String whole) {
        return whole.startsWith(said.toString()) ? whole.substring(said.length()) : "";
    }

    private CharSequence saidOf(int part) {
        var said = heard.get(part);
        return said == null ? "" : said;
    }

    /** The whole of a text. */
    void saidAll(int part, String text, boolean refusal) {
        say(part, rest(saidOf(part), text), refusal);
    }

    void think(int part, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (thinking >= 0 && thinking != part) {
            sink.accept(new ReplyEvent.ReasoningDelta(0, BETWEEN_THOUGHTS));
        }
        thinking = part;
        heard(part, text);
        if (open != null) {
            open.heard(part, false, text);
        }
        sink.accept(new ReplyEvent.ReasoningDelta(0, text));
    }

    void thoughtAll(int part, String text) {
        think(part, rest(saidOf(part), text));
    }

    void argue(String text) {
        if (isCall() && !text.isEmpty()) {
            heard(0, text);
            sink.accept(new ReplyEvent.CallDelta(0, call, text));
        }
    }

    void arguedAll(String text) {
        argue(rest(saidOf(0), text));
    }

    void cite(JsonNode annotation) {
        cited++;
        sink.accept(new ReplyEvent.Cited(0, ItemParts.citation(annotation)));
    }

    void tokens(JsonNode logprobs) {
        if (logprobs.isArray() && !logprobs.isEmpty()) {
            var node = SluiceJson.mapper().createObjectNode();
            node.set("content", logprobs);
            sink.accept(new ReplyEvent.LogprobsAdded(0, node));
        }
    }

    void partEnded(JsonNode part) {
        if (open != null) {
            open.heardEnd(part);
        }
    }

    /** The item as it is for good: all that no event has told yet. */
    void end(JsonNode item) {
        if (open == null) {
            return;
        }
        switch (open.kind) {
            case MESSAGE -> endMessage(item);
            case REASONING -> endReasoning(item);
            case CALL -> arguedAll(OutputItems.arguments(item));
            case CUSTOM_CALL -> arguedAll(item.path("input").asString(""));
        }
    }

    private void endMessage(JsonNode item) {
        var index = 0;
        var annotations = 0;
        // Some servers count parts through all items: then no place here is one of theirs.
        var known = !heard.isEmpty() && heard.firstKey() >= item.path("content").size();
        for (var part : item.path("content").values()) {
            var refusal = part.has("refusal") && part.path("refusal").isString();
            var text = part.path(refusal ? "refusal" : "text").asString("");
            if (!known) {
                saidAll(index, text, refusal);
            }
            for (var annotation : part.path("annotations").values()) {
                if (annotations++ >= cited) {
                    sink.accept(new ReplyEvent.Cited(0, ItemParts.citation(annotation)));
                }
            }
            index++;
        }
        cited = Math.max(cited, annotations);
    }

    private void endReasoning(JsonNode item) {
        var said = String.join(BETWEEN_THOUGHTS, heard.values());
        think(Math.max(thinking, 0), rest(said, ItemParts.thoughts(item)));
        var sealed = ItemFields.text(item, "encrypted_content");
        if (sealed != null || !heard.isEmpty()) {
            sink.accept(new ReplyEvent.ReasoningSealed(0, null, sealed, Dialect.OPENAI_RESPONSES));
        }
    }
}
