package dev.sluice.dataplane.dialect.testing;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Requests and answers that use much of what a dialect can say, written by its own codec. */
public final class Rich {
    private static final String REQUEST =
            """
            {"model":"m","messages":[
             {"role":"system","content":"Be short."},
             {"role":"user","content":[{"type":"text","text":"What is this?"},
              {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]},
             {"role":"assistant","content":"Let me see.","tool_calls":[{"id":"call_1",
              "type":"function","function":{"name":"look","arguments":"{\\"at\\":1}"}}]},
             {"role":"tool","tool_call_id":"call_1","content":"a lamp"},
             {"role":"user","content":"And now?"}],
             "tools":[{"type":"function","function":{"name":"look","description":"Looks.",
              "parameters":{"type":"object","properties":{"at":{"type":"integer"}}}}}],
             "tool_choice":"auto","temperature":0.5,"top_p":0.9,"max_tokens":50,
             "stop":["END"],"user":"u-1"}
            """;
    private static final String PLAIN =
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],"
                    + "\"max_tokens\":50,\"temperature\":0.5}";

    private static final TokenUsage USED = TokenUsage.of(11, 4);

    private Rich() {}

    /** A chat request, as rich as the dialect allows. */
    public static ObjectNode request(Dialect dialect) {
        try {
            return written(REQUEST, dialect);
        } catch (GatewayFailure knowsNoTools) {
            return written(PLAIN, dialect);
        }
    }

    /** A chat request that every target can serve. */
    public static ObjectNode plainRequest(Dialect dialect) {
        return written(PLAIN, dialect);
    }

    private static ObjectNode written(String chat, Dialect dialect) {
        var body = JsonFields.scan(chat.getBytes(StandardCharsets.UTF_8));
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        var request = Codecs.of(Dialect.OPENAI_CHAT).requests().read(door, body);
        var target = new RequestTarget("m", 50L, 50L, "max_tokens", false);
        return Codecs.of(dialect).requests().write(request, target, new Losses(dialect, false));
    }

    public static ReplyContext context(Dialect dialect) {
        var door = new Door(dialect, Operation.CHAT, "m", null, "sse");
        return new ReplyContext(new UUID(1, 2), Instant.EPOCH, "m", true, door, null);
    }

    /** A whole reply that thinks, speaks and calls. */
    public static ObjectNode reply(Dialect dialect) {
        var parts = new ArrayList<ContentPart>();
        parts.add(new ContentPart.Reasoning("Hm.", "c2ln", null, dialect, Extensions.NONE));
        parts.add(ContentPart.Text.of("I look again."));
        if (dialect != Dialect.TGI) {
            parts.add(
                    new ContentPart.ToolCall(
                            "call_2", "look", "{\"at\":2}", null, null, Extensions.NONE));
        }
        var choice =
                new ChatReply.Choice(0, parts, StopReason.TOOL_CALLS, null, null, Extensions.NONE);
        var reply = new ChatReply("r-1", "m", 1L, List.of(choice), USED, Extensions.NONE);
        return Codecs.of(dialect).replies().write(reply, context(dialect));
    }

    /** The same as a stream; an emoji is cut in two, as some servers do. */
    public static byte[] stream(Dialect dialect) {
        var writer = Codecs.of(dialect).streams().writer(context(dialect));
        var out = new ByteSink();
        writer.write(new ReplyEvent.Started("r-1", "m", 1L), out);
        writer.write(new ReplyEvent.ReasoningDelta(0, "Hm."), out);
        writer.write(new ReplyEvent.TextDelta(0, "I look \ud83d"), out);
        writer.write(new ReplyEvent.TextDelta(0, "\udca1 again."), out);
        if (dialect != Dialect.TGI) {
            writer.write(new ReplyEvent.CallStarted(0, 0, "call_2", "look", null), out);
            writer.write(new ReplyEvent.CallDelta(0, 0, "{\"at\""), out);
            writer.write(new ReplyEvent.CallDelta(0, 0, ":2}"), out);
        }
        var stops = new TreeMap<Integer, Stop>();
        stops.put(0, new Stop(StopReason.TOOL_CALLS, null));
        writer.end(new Ending(stops, USED), out);
        return out.take();
    }
}
