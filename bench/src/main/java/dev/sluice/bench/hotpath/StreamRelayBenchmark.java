package dev.sluice.bench.hotpath;

import dev.sluice.dataplane.dialect.openai.ChatStream;
import dev.sluice.dataplane.json.ByteSink;
import java.nio.charset.StandardCharsets;
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

/** One frame's way through the node: found, read, its model's name patched. Time is per frame. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class StreamRelayBenchmark {
    private static final int FRAMES = 200;

    /** How many frames come with one read. */
    @Param({"1", "20"})
    int framesPerRead;

    private final ByteSink text = new ByteSink();
    private byte[] frames = {};
    private int frameBytes;

    @Setup
    public void makeFrames() {
        String frame =
                "data: {\"id\":\"chatcmpl-sim-1\",\"object\":\"chat.completion.chunk\",\"created\":1767225600,"
                        + "\"model\":\"provider/model\",\"system_fingerprint\":\"fp_sim\",\"choices\":[{\"index\":0,"
                        + "\"delta\":{\"content\":\" water\"},\"logprobs\":null,\"finish_reason\":null}],"
                        + "\"usage\":null}\n\n";
        frameBytes = frame.length();
        frames = frame.repeat(FRAMES).getBytes(StandardCharsets.US_ASCII);
    }

    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public int relay() {
        text.clear();
        ChatStream stream = new ChatStream("chat", true, text::append);
        int read = frameBytes * framesPerRead;
        int written = 0;
        for (int from = 0; from < frames.length; from += read) {
            stream.feed(frames, from, from + read);
            written += stream.out().size();
            stream.out().clear();
        }
        return written;
    }
}
