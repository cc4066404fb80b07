package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.json.SluiceJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An item of a stream while it is open: what was said of it so far, and the events that its grammar
 * still owes. Whatever is opened here is closed here.
 */
final class OpenItem {
    /** What the item is, with the events of its text. */
    enum Kind {
        MESSAGE("msg_"),
        REASONING("rs_"),
        CALL("fc_"),
        CUSTOM_CALL("ctc_");

        final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    final Kind kind;
    final int index;
    final String id;
    private final String callId;
    private final CallName name;
    private final ArrayNode parts = SluiceJson.mapper().createArrayNode();
    private final StringBuilder text = new StringBuilder();
    private ArrayNode annotations = SluiceJson.mapper().createArrayNode();
    private ArrayNode logprobs = SluiceJson.mapper().createArrayNode();
    private boolean partOpen;
    private boolean refusal;
    private int partIndex;
    @Nullable String encrypted;

    OpenItem(Kind kind, int index, String id, String callId, CallName name) {
        this.kind = kind;
        this.index = index;
        this.id = id;
        this.callId = callId;
        this.name = name;
    }

    private boolean isCall() {
        return kind == Kind.CALL || kind == Kind.CUSTOM_CALL;
    }

    void add(EventLog log, ByteSink out) {
        var event = log.event("response.output_item.added").put("output_index", index);
        event.set("item", snapshot("in_progress"));
        EventLog.send(event, out);
    }

    /** More of a message's text. */
    void say(String delta, boolean asRefusal, EventLog log, ByteSink out) {
        if (partOpen && refusal != asRefusal) {
            closePart(log, out);
        }
        if (!partOpen) {
            refusal = asRefusal;
            openPart(log, out);
        }
        text.append(delta);
        var event = of(log, asRefusal ? "response.refusal.delta" : "response.output_text.delta");
        event.put("content_index", partIndex).put("delta", delta);
        if (!asRefusal) {
            event.putArray("logprobs");
        }
        EventLog.send(event, out);
    }

    /** More of the summary of thoughts. */
    void think(String delta, EventLog log, ByteSink out) {
        if (!partOpen) {
            openPart(log, out);
        }
        text.append(delta);
        var event = of(log, "response.reasoning_summary_text.delta");
        EventLog.send(event.put("summary_index", partIndex).put("delta", delta), out);
    }

    /** More of a call's arguments. */
    void argue(String delta, EventLog log, ByteSink out) {
        text.append(delta);
        var event =
                of(
                        log,
                        kind == Kind.CALL
                                ? "response.function_call_arguments.delta"
                                : "response.custom_tool_call_input.delta");
        EventLog.send(event.put("delta", delta), out);
    }

    void cite(JsonNode annotation, EventLog log, ByteSink out) {
        if (!partOpen || refusal) {
            return;
        }
        var event = of(log, "response.output_text.annotation.added");
        event.put("content_index", partIndex).put("annotation_index", annotations.size());
        event.set("annotation", annotation);
        annotations.add(annotation);
        EventLog.send(event, out);
    }

    void attach(JsonNode tokens) {
        tokens.values().forEach(logprobs::add);
    }

    /** What another writer has sent: the part is open, and this is its text so far. */
    void heard(int part, boolean asRefusal, String delta) {
        if (!partOpen || part != partIndex || refusal != asRefusal) {
            text.setLength(0);
        }
        partOpen = !isCall();
        partIndex = part;
        refusal = asRefusal;
        text.append(delta);
    }

    /** What another writer has closed. */
    void heardEnd(@Nullable JsonNode part) {
        if (partOpen && part != null) {
            parts.add(part);
        }
        partOpen = false;
        text.setLength(0);
    }

    private ObjectNode of(EventLog log, String type) {
        return log.event(type).put("item_id", id).put("output_index", index);
    }

    private void openPart(EventLog log, ByteSink out) {
        partOpen = true;
        partIndex = parts.size();
        var event = of(log, "response." + partWord() + ".added").put(indexWord(), partIndex);
        event.set("part", part(""));
        EventLog.send(event, out);
    }

    private String partWord() {
        return kind == Kind.MESSAGE ? "content_part" : "reasoning_summary_part";
    }

    private String indexWord() {
        return kind == Kind.MESSAGE ? "content_index" : "summary_index";
    }

    private ObjectNode part(String all) {
        if (kind == Kind.REASONING) {
            return OutputItems.summaryText(all);
        }
        if (refusal) {
            return OutputItems.refusal(all);
        }
        var part = SluiceJson.mapper().createObjectNode().put("type", "output_text");
        part.set("annotations", annotations);
        part.set("logprobs", logprobs);
        return part.put("text", all);
    }

    void closePart(EventLog log, ByteSink out) {
        if (!partOpen) {
            return;
        }
        var all = text.toString();
        var ended = of(log, doneWord()).put(indexWord(), partIndex);
        ended.put(refusal ? "refusal" : "text", all);
        if (kind == Kind.MESSAGE && !refusal) {
            ended.set("logprobs", logprobs);
        }
        EventLog.send(ended, out);
        var part = part(all);
        var event = of(log, "response." + partWord() + ".done").put(indexWord(), partIndex);
        event.set("part", part);
        EventLog.send(event, out);
        parts.add(part);
        partOpen = false;
        text.setLength(0);
        annotations = SluiceJson.mapper().createArrayNode();
        logprobs = SluiceJson.mapper().createArrayNode();
    }

    private String doneWord() {
        if (kind == Kind.REASONING) {
            return "response.reasoning_summary_text.done";
        }
        return refusal ? "response.refusal.done" : "response.output_text.done";
    }

    /** Closes the item, and returns it as it is now for good. */
    ObjectNode close(String status, EventLog log, ByteSink out) {
        if (isCall()) {
            closeArguments(log, out);
        } else {
            closePart(log, out);
        }
        var item = snapshot(status);
        var event = log.event("response.output_item.done").put("output_index", index);
        event.set("item", item);
        EventLog.send(event, out);
        return item;
    }

    private void closeArguments(EventLog log, ByteSink out) {
        if (kind == Kind.CUSTOM_CALL) {
            var event = of(log, "response.custom_tool_call_input.done");
            EventLog.send(event.put("input", text.toString()), out);
            return;
        }
        if (text.toString().isBlank()) {
            text.setLength(0);
            argue("{}", log, out);
        }
        var event = of(log, "response.function_call_arguments.done").put("name", name.name());
        EventLog.send(event.put("arguments", text.toString()), out);
    }

    private ObjectNode snapshot(String status) {
        return switch (kind) {
            case MESSAGE -> OutputItems.message(id, status, parts.deepCopy());
            case REASONING -> OutputItems.reasoning(id, parts.deepCopy(), encrypted);
            case CALL -> OutputItems.call(id, status, callId, name, text.toString());
            case CUSTOM_CALL ->
                    OutputItems.customCall(id, status, callId, name.name(), text.toString());
        };
    }
}
