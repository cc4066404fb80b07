package dev.sluice.dataplane.dialect.dashscope;

import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.tree.Tree;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes streams in pieces: numbered events, a finish that says null until there is one. */
final class DashScopeStreamWriter implements StreamWriter {
    private final ReplyContext context;
    private final Map<String, ReplyEvent.CallStarted> calls = new HashMap<>();
    private int number;

    DashScopeStreamWriter(ReplyContext context) {
        this.context = context;
    }

    @Override
    public void write(ReplyEvent event, ByteSink out) {
        switch (event) {
            case ReplyEvent.TextDelta(int choice, String text) ->
                    frame(choice, message("content", text), "null", null, out);
            case ReplyEvent.RefusalDelta(int choice, String text) ->
                    frame(choice, message("content", text), "null", null, out);
            case ReplyEvent.ReasoningDelta(int choice, String text) ->
                    frame(choice, message("reasoning_content", text), "null", null, out);
            case ReplyEvent.CallStarted started -> {
                calls.put(started.choice() + "/" + started.call(), started);
                var call = call(started.call(), started.id(), started.name(), "");
                frame(started.choice(), call, "null", null, out);
            }
            case ReplyEvent.CallDelta delta -> {
                var started = calls.get(delta.choice() + "/" + delta.call());
                var id = started == null ? "" : started.id();
                var call = call(delta.call(), id, "", delta.arguments());
                frame(delta.choice(), call, "null", null, out);
            }
            case ReplyEvent.Started _,
                    ReplyEvent.ReasoningSealed _,
                    ReplyEvent.PartAdded _,
                    ReplyEvent.Cited _,
                    ReplyEvent.LogprobsAdded _,
                    ReplyEvent.Stopped _,
                    ReplyEvent.UsageKnown _,
                    ReplyEvent.Failed _,
                    ReplyEvent.Finished _ -> {}
        }
    }

    private static ObjectNode message(String field, String text) {
        var message = SluiceJson.mapper().createObjectNode().put("role", "assistant");
        return message.put("content", "").put(field, text);
    }

    private static ObjectNode call(int index, String id, String name, String arguments) {
        var message = message("content", "");
        message.putArray("tool_calls").add(DashScopeMessageWriter.call(index, id, name, arguments));
        return message;
    }

    private void frame(
            int choice,
            ObjectNode message,
            String finish,
            @Nullable ObjectNode usage,
            ByteSink out) {
        var body = SluiceJson.mapper().createObjectNode();
        var node = body.putObject("output").putArray("choices").addObject();
        node.set("message", message);
        node.put("index", choice).put("finish_reason", finish);
        if (usage != null) {
            body.set("usage", usage);
        }
        body.put("request_id", context.id().toString());
        event("result", 200, body, out);
    }

    private void event(String name, int status, ObjectNode body, ByteSink out) {
        number++;
        var head = "id:" + number + "\nevent:" + name + "\n:HTTP_STATUS/" + status + "\ndata:";
        out.append(Tree.ascii(head)).append(Tree.bytes(body)).append(Tree.ascii("\n\n"));
    }

    @Override
    public void end(Ending ending, ByteSink out) {
        var usage = ending.usage();
        ending.stops()
                .forEach((choice, stop) ->
                        frame(
                                choice,
                                message("content", ""),
                                DashScopeReplies.word(stop.reason()),
                                usage == null ? null : DashScopeReplies.written(usage),
                                out));
    }

    @Override
    public void breakOff(ErrorCode code, String message, ByteSink out) {
        var body = SluiceJson.mapper().createObjectNode();
        body.put("code", code.code()).put("message", message);
        event("error", code.httpStatus(), body.put("request_id", context.id().toString()), out);
    }
}
