package dev.sluice.dataplane.dialect.responses.answer;

import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.responses.answer.OpenItem.Kind;
import dev.sluice.dataplane.dialect.responses.item.ItemFields;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.dialect.tree.TreeStream;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads streams as servers of the dialect really send them: events are told by the type inside the
 * data first, for some leave out the event line, and items by their place, for some change their
 * ids.
 */
final class ResponsesStreamReader extends TreeStream {
    private final Consumer<ReplyEvent> sink;
    private final Map<Integer, HeardItem> items = new TreeMap<>();
    private final Map<Integer, JsonNode> done = new TreeMap<>();
    private @Nullable String id;
    private long nextNumber;
    private int calls;

    ResponsesStreamReader(Consumer<ReplyEvent> sink) {
        super(sink);
        this.sink = sink;
    }

    @Override
    protected boolean isError(JsonNode event) {
        var type = type(event);
        return type.equals("error")
                || (Tree.text(event, "type") == null && event.hasNonNull("error"));
    }

    @Override
    protected void read(JsonNode event) {
        take(type(event), event);
        var number = Tree.whole(event, "sequence_number");
        nextNumber = (number == null ? nextNumber : number) + 1;
    }

    private void take(String type, JsonNode event) {
        switch (type) {
            case "response.created", "response.in_progress", "response.queued" ->
                    start(event.path("response"));
            case "response.output_item.added" -> item(event);
            case "response.output_item.done" -> itemEnded(event);
            case "response.completed", "response.incomplete", "response.done" ->
                    ended(type, event.path("response"));
            case "response.failed", "response.cancelled" -> failed(type, event.path("response"));
            default -> content(type, event);
        }
    }

    private void content(String type, JsonNode event) {
        var part = event.path("content_index").asInt(event.path("summary_index").asInt(0));
        var delta = event.path("delta").asString("");
        switch (type) {
            case "response.output_text.delta" -> {
                of(event, Kind.MESSAGE).say(part, delta, false);
                of(event, Kind.MESSAGE).tokens(event.path("logprobs"));
            }
            case "response.output_text.done" ->
                    of(event, Kind.MESSAGE).saidAll(part, event.path("text").asString(""), false);
            case "response.refusal.delta" -> of(event, Kind.MESSAGE).say(part, delta, true);
            case "response.refusal.done" ->
                    of(event, Kind.MESSAGE).saidAll(part, event.path("refusal").asString(""), true);
            case "response.output_text.annotation.added" ->
                    of(event, Kind.MESSAGE).cite(event.path("annotation"));
            case "response.content_part.done",
                    "response.reasoning_summary_part.done",
                    "response.reasoning_part.done" ->
                    of(event, Kind.MESSAGE).partEnded(event.path("part"));
            case "response.function_call_arguments.delta",
                    "response.custom_tool_call_input.delta" ->
                    of(event, Kind.CALL).argue(delta);
            case "response.function_call_arguments.done" ->
                    of(event, Kind.CALL).arguedAll(OutputItems.arguments(event));
            case "response.custom_tool_call_input.done" ->
                    of(event, Kind.CALL).arguedAll(event.path("input").asString(""));
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                    of(event, Kind.REASONING).think(part, delta);
            case "response.reasoning_summary_text.done", "response.reasoning_text.done" ->
                    of(event, Kind.REASONING).thoughtAll(part, event.path("text").asString(""));
            default -> {} // what is new tells the caller nothing that an item's end does not
        }
    }

    private void start(JsonNode response) {
        id = id == null ? ItemFields.text(response, "id") : id;
        start(
                new ReplyEvent.Started(
                        id,
                        ItemFields.text(response, "model"),
                        Tree.whole(response, "created_at")));
    }

    private static int place(JsonNode event) {
        return event.path("output_index").asInt(0);
    }

    private HeardItem item(JsonNode event) {
        var place = place(event);
        var known = items.get(place);
        if (known != null) {
            return known;
        }
        return begin(place, event.path("item"));
    }

    private HeardItem begin(int place, JsonNode json) {
        var item = new HeardItem(json, place, calls, sink);
        calls += item.isCall() ? 1 : 0;
        items.put(place, item);
        return item;
    }

    /** The event's item, also where nobody told that it begins. */
    private HeardItem of(JsonNode event, Kind otherwise) {
        var known = items.get(place(event));
        if (known != null) {
            return known;
        }
        var json = SluiceJson.mapper().createObjectNode();
        json.put("id", event.path("item_id").asString(""));
        json.put(
                "type",
                switch (otherwise) {
                    case MESSAGE -> "message";
                    case REASONING -> "reasoning";
                    case CALL -> "function_call";
                    case CUSTOM_CALL -> "custom_tool_call";
                });
        json.put("name", event.path("name").asString(""));
        return begin(place(event), json);
    }

    private void itemEnded(JsonNode event) {
        var json = event.path("item");
        var type = json.path("type").asString("");
        var place = place(event);
        if (done.containsKey(place)) {
            return;
        }
        if (HeardItem.kind(type) == null) {
            var part = new ContentPart.Opaque(Dialect.OPENAI_RESPONSES, type, json);
            emit(new ReplyEvent.PartAdded(0, part));
        } else {
            item(event).end(json);
        }
        done.put(place, json);
    }

    private void ended(String type, JsonNode response) {
        if (response.path("status").asString("").equals("failed")) {
            failed(type, response);
            return;
        }
        start(response);
        whole(response.path("output"));
        var usage = ResponsesUsage.read(response.path("usage"));
        if (usage != null) {
            emit(new ReplyEvent.UsageKnown(usage));
        }
        emit(new ReplyEvent.Stopped(0, ResponsesReplies.stop(response), null));
        finish();
    }

    /** All items once more: those that no event has told, or whose end none has. */
    private void whole(JsonNode output) {
        var untold = done.isEmpty() && items.isEmpty();
        var place = 0;
        for (var item : output.values()) {
            var known = items.get(place);
            if (untold || (known != null && known.is(item))) {
                var event = SluiceJson.mapper().createObjectNode().put("output_index", place);
                event.set("item", item);
                itemEnded(event);
            }
            place++;
        }
    }

    private void failed(String type, JsonNode response) {
        var body = SluiceJson.mapper().createObjectNode();
        if (response.path("error").isObject()) {
            body.set("error", response.path("error"));
        } else {
            body.putObject("error").put("message", "the upstream sent " + type);
        }
        fail(ForeignJson.bytes(body));
    }

    @Override
    public boolean breakOff(ReplyContext context, Told told, ByteSink out) {
        var log = new EventLog(nextNumber);
        for (var place : items.keySet()) {
            var item = items.get(place);
            if (item.open != null && !item.isCall() && !done.containsKey(place)) {
                done.put(place, item.open.close("incomplete", log, out));
            }
        }
        var output = SluiceJson.mapper().createArrayNode();
        done.values().forEach(output::add);
        var event = log.event("response.failed");
        var response = new ResponseObject(context, id != null ? id : context.idWith("resp_"));
        event.set("response", response.failed(told.code(), told.message(), output));
        EventLog.send(event, out);
        return true;
    }
}
