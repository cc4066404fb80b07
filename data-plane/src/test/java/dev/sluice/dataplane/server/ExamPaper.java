package dev.sluice.dataplane.server;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ChatReply;
import dev.sluice.dataplane.conversation.ContentPart;
import dev.sluice.dataplane.conversation.Extensions;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.DialectCodec;
import dev.sluice.dataplane.dialect.ErrorCodec.Told;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.StreamWriter;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.model.error.ErrorCode;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the scripted server of the exam answers, in the words of a row's dialect. */
final class ExamPaper {
    /** Where dialects tell it; some writers tell nothing as zeros. */
    private static final List<String> USAGE =
            List.of("usage", "usageMetadata", "prompt_eval_count", "eval_count");

    static final TokenUsage USED = TokenUsage.of(11, 4);

    private final DialectCodec codec;
    private final Door door;
    private final ReplyContext context;

    ExamPaper(Dialect dialect) {
        codec = Codecs.of(dialect);
        door = new Door(dialect, Operation.CHAT, "up-chat", null, "sse");
        context = new ReplyContext(new UUID(1, 2), Instant.EPOCH, "up-chat", true, door, null);
    }

    ScriptedUpstream.Script text(@Nullable TokenUsage usage) {
        return whole(ContentPart.Text.of("Hi there"), StopReason.END, usage);
    }

    ScriptedUpstream.Script call() {
        var call =
                new ContentPart.ToolCall(
                        "call_1", "weather", "{\"city\":\"Ulm\"}", null, null, Extensions.NONE);
        return whole(call, StopReason.TOOL_CALLS, USED);
    }

    private ScriptedUpstream.Script whole(
            ContentPart part, StopReason stop, @Nullable TokenUsage usage) {
        var choice = new ChatReply.Choice(0, List.of(part), stop, null, null, Extensions.NONE);
        var reply = new ChatReply("up-1", "up-chat", 1L, List.of(choice), usage, Extensions.NONE);
        var body = codec.replies().write(reply, context);
        if (usage == null) {
            USAGE.forEach(body::remove);
        }
        return ScriptedUpstream.json(200, SluiceJson.write(body));
    }

    ScriptedUpstream.Script stream() {
        var out = new ByteSink();
        var stops = new TreeMap<Integer, Stop>();
        stops.put(0, new Stop(StopReason.END, null));
        var writer = codec.streams().writer(context);
        write(writer, out);
        writer.end(new Ending(stops, USED), out);
        return played(out.take(), true);
    }

    /** Text, and then nothing more. */
    ScriptedUpstream.Script cutStream() {
        var out = new ByteSink();
        write(codec.streams().writer(context), out);
        return played(out.take(), false);
    }

    private static void write(StreamWriter writer, ByteSink out) {
        writer.write(new ReplyEvent.Started("up-1", "up-chat", 1L), out);
        writer.write(new ReplyEvent.TextDelta(0, "Hi "), out);
        writer.write(new ReplyEvent.TextDelta(0, "there"), out);
    }

    private ScriptedUpstream.Script played(byte[] bytes, boolean whole) {
        var type = codec.streams().contentType(door);
        return (request, out) -> {
            ScriptedUpstream.beginStream(out, type);
            var half = bytes.length / 2;
            ScriptedUpstream.chunk(out, Arrays.copyOfRange(bytes, 0, half));
            ScriptedUpstream.chunk(out, Arrays.copyOfRange(bytes, half, bytes.length));
            if (whole) {
                ScriptedUpstream.endStream(out);
            } else {
                request.socket().close();
            }
        };
    }

    ScriptedUpstream.Script error(int status, ErrorCode code) {
        var body = codec.errors().body(new Told(code, status, "the exam says no", null, null));
        return ScriptedUpstream.json(status, new String(body, StandardCharsets.UTF_8));
    }
}
