package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.conversation.Tool;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.responses.answer.OpenItem.Kind;
import dev.sluice.dataplane.dialect.responses.item.CallName;
import dev.sluice.dataplane.dialect.responses.item.ItemParts;
import dev.sluice.dataplane.dialect.responses.item.ResponsesTools;
import dev.sluice.dataplane.dialect.responses.item.SealedThoughts;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes streams: every item and part that is opened is closed, items stand in the order in which
 * they began, and the last event holds what all the others add up to. Words and thoughts end where
 * something else begins; calls stay open to the end, since more of their arguments may come.
 */
final class ResponsesStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final ResponseObject response;
    private final List<Tool> tools;
    private final EventLog log = new EventLog(0);
    private final Map<Integer, ObjectNode> done = new TreeMap<>();
    private final Map<Integer, OpenItem> calls = new TreeMap<>();
    private @Nullable OpenItem current;
    private int items;
    private boolean begun;

    ResponsesStreamWriter(ReplyContext context) {
        this.context = context;
        this.response = new ResponseObject(context, context.idWith("resp_"));
        var request = context.request();
        this.tools = request == null ? List.of() : request.tools();
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        begin(out);
        switch (event) {
            case ReplyEvent.TextDelta(int choice, String text) -> say(choice, text, false, out);
            case ReplyEvent.RefusalDelta(int choice, String text) -> say(choice, text, true, out);
            case ReplyEvent.ReasoningDelta(int choice, String text) -> {
                if (choice == 0) {
                    current(Kind.REASONING, out).think(text, log, out);
                }
            }
            case ReplyEvent.ReasoningSealed sealed -> seal(sealed, out);
            case ReplyEvent.CallStarted started -> start(started, out);
            case ReplyEvent.CallDelta(int choice, int call, String arguments) -> {
                var open = calls.get(call);
                if (choice == 0 && open != null) {
                    open.argue(arguments, log, out);
                }
            }
            case ReplyEvent.PartAdded(int choice, ContentPart part) -> {
                if (choice == 0) {
                    add(part, out);
                }
            }
            case ReplyEvent.Cited cited -> {
                if (current != null && current.kind == Kind.MESSAGE) {
                    current.cite(ItemParts.annotation(cited.citation()), log, out);
                }
            }
            case ReplyEvent.LogprobsAdded added -> {
                if (current != null && current.kind == Kind.MESSAGE) {
                    current.attach(added.logprobs().path("content"));
                }
            }
            case ReplyEvent.Started _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private void begin(ByteSink out) {
        if (begun) {
            return;
        }
        begun = true;
        for (var type : List.of("response.created", "response.in_progress")) {
            var event = log.event(type);
            event.set("response", response.inProgress());
            EventLog.send(event, out);
        }
    }

    private void say(int choice, String text, boolean refusal, ByteSink out) {
        if (choice == 0) {
            current(Kind.MESSAGE, out).say(text, refusal, log, out);
        }
    }

    private OpenItem current(Kind kind, ByteSink out) {
        if (current != null && current.kind == kind) {
            return current;
        }
        closeCurrent("completed", out);
        var opened = open(kind, "", "", out);
        current = opened;
        return opened;
    }

    private OpenItem open(Kind kind, String callId, String name, ByteSink out) {
        var index = items++;
        var id = ResponseObject.itemId(context, kind.prefix, index);
        var opened = new OpenItem(kind, index, id, callId, CallName.of(name, tools));
        opened.add(log, out);
        return opened;
    }

    private void closeCurrent(String status, ByteSink out) {
        if (current != null) {
            done.put(current.index, current.close(status, log, out));
            current = null;
        }
    }

    private void seal(ReplyEvent.ReasoningSealed sealed, ByteSink out) {
        if (sealed.choice() != 0) {
            return;
        }
        var encrypted = SealedThoughts.write(sealed.signature(), sealed.sealed(), sealed.origin());
        if (encrypted == null && (current == null || current.kind != Kind.REASONING)) {
            return;
        }
        current(Kind.REASONING, out).encrypted = encrypted;
        closeCurrent("completed", out);
    }

    private void start(ReplyEvent.CallStarted started, ByteSink out) {
        if (started.choice() != 0) {
            return;
        }
        closeCurrent("completed", out);
        var custom = started.freeText() || ResponsesTools.isCustom(started.name(), tools);
        var kind = custom ? Kind.CUSTOM_CALL : Kind.CALL;
        calls.put(started.call(), open(kind, started.id(), started.name(), out));
    }

    private void add(ContentPart part, ByteSink out) {
        var item = OutputItems.whole(ResponseObject.itemId(context, "item_", items), part);
        if (item == null) {
            return;
        }
        closeCurrent("completed", out);
        var index = items++;
        for (var type : List.of("response.output_item.added", "response.output_item.done")) {
            var event = log.event(type).put("output_index", index);
            event.set("item", item);
            EventLog.send(event, out);
        }
        done.put(index, item);
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        begin(out);
        var stop = ending.stops().get(0);
        var reason = stop == null ? StopReason.END : stop.reason();
        var cut =
                reason == StopReason.LENGTH
                        || reason == StopReason.CONTEXT_FULL
                        || reason == StopReason.INTERRUPTED;
        var status = cut ? "incomplete" : "completed";
        closeCurrent(status, out);
        calls.values().forEach(call -> done.put(call.index, call.close(status, log, out)));
        var output = output();
        var incomplete = ResponseObject.incompleteReason(reason, output) != null;
        var event = log.event(incomplete ? "response.incomplete" : "response.completed");
        event.set("response", response.ended(reason, output, ending.usage()));
        EventLog.send(event, out);
    }

    private ArrayNode output() {
        var output = SluiceJson.mapper().createArrayNode();
        done.values().forEach(output::add);
        return output;
    }

    /** Calls stay open: nobody may take half of one for a whole. */
    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        begin(out);
        closeCurrent("incomplete", out);
        var event = log.event("response.failed");
        event.set("response", response.failed(code, message, output()));
        EventLog.send(event, out);
    }
}
