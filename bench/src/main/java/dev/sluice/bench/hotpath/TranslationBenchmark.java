package dev.sluice.bench.hotpath;

import dev.sluice.dataplane.arrival.Door;
import dev.sluice.dataplane.conversation.ReplyEvent;
import dev.sluice.dataplane.conversation.StopReason;
import dev.sluice.dataplane.dialect.Codecs;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.OutputText;
import dev.sluice.dataplane.dialect.ReplyContext;
import dev.sluice.dataplane.dialect.RequestTarget;
import dev.sluice.dataplane.dialect.StreamWriter.Ending;
import dev.sluice.dataplane.dialect.StreamWriter.Stop;
import dev.sluice.dataplane.dialect.lane.PatchedStream;
import dev.sluice.dataplane.dialect.lane.ReplyStream;
import dev.sluice.dataplane.dialect.lane.TranslatedStream;
import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.json.ByteSink;
import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.route.Dialect;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.TokenUsage;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What another dialect costs: a frame's way through the node from upstream to caller, where both
 * speak the same and where not, and a request of 1 MB written in the target's words.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TranslationBenchmark {
    private static final int FRAMES = 200;
    private static final int REQUEST_BYTES = 1_000_000;

    @Param({"OPENAI_CHAT", "OPENAI_RESPONSES", "ANTHROPIC", "GEMINI"})
    Dialect caller = Dialect.OPENAI_CHAT;

    @Param({"OPENAI_CHAT", "ANTHROPIC", "GEMINI", "BEDROCK_CONVERSE"})
    Dialect upstream = Dialect.OPENAI_CHAT;

    private final ByteSink text = new ByteSink();
    private final OutputText output = text::append;
    private byte[] frames = {};
    private byte[] request = {};

    @Setup
    public void prepare() {
        var writer = Codecs.of(upstream).streams().writer(context(upstream));
        var out = new ByteSink();
        writer.write(
                new ReplyEvent.Started("chatcmpl-sim-1", "provider/model", 1_767_225_600L), out);
        for (int i = 0; i < FRAMES; i++) {
            writer.write(new ReplyEvent.TextDelta(0, " water"), out);
        }
        SortedMap<Integer, Stop> stops = new TreeMap<>();
        stops.put(0, new Stop(StopReason.END, null));
        writer.end(new Ending(stops, TokenUsage.of(20, FRAMES)), out);
        frames = out.take();
        request = Prompts.body(REQUEST_BYTES);
    }

    private static ReplyContext context(Dialect dialect) {
        Door door = new Door(dialect, Operation.CHAT, "chat", true, "sse");
        return new ReplyContext(new UUID(1, 2), Instant.EPOCH, "chat", true, door, null);
    }

    private ReplyStream lane() {
        if (caller != upstream) {
            return new TranslatedStream(
                    Codecs.of(upstream),
                    Codecs.of(caller),
                    context(caller),
                    output,
                    sink -> sink,
                    false);
        }
        return caller == Dialect.OPENAI_CHAT
                ? new ChatStream("chat", true, output)
                : new PatchedStream(Codecs.of(caller), context(caller), "chat", output);
    }

    /** One frame a read, as a model at work sends them. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public int frame() {
        text.clear();
        ReplyStream lane = lane();
        int step = frames.length / FRAMES;
        int written = 0;
        for (int from = 0; from < frames.length; from += step) {
            lane.feed(frames, from, Math.min(frames.length, from + step));
            written += lane.out().size();
            lane.out().clear();
        }
        lane.end();
        return written + lane.terminal().length;
    }

    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public byte[] request() {
        var fields = JsonFields.scanRequest(request);
        var door = Door.of(Dialect.OPENAI_CHAT, Operation.CHAT);
        var read = Codecs.of(Dialect.OPENAI_CHAT).requests().read(door, fields);
        var target = new RequestTarget("provider/model", 256L, 256L, "max_tokens", true);
        return ForeignJson.bytes(
                Codecs.of(upstream).requests().write(read, target, new Losses(upstream, false)));
    }
}
