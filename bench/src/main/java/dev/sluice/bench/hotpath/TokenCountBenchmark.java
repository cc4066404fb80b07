package dev.sluice.bench.hotpath;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.sluice.dataplane.metering.vocabulary.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Counting 4 KB of text that was never seen before, and the same by the library. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class TokenCountBenchmark {
    private static final int BYTES = 4_096;
    private static final Map<String, String> TEXTS =
            Map.of(
                    "english",
                    "Whoever opened the sluice gate before dawn hadn't measured how much water the"
                            + " 14 upstream reservoirs still held; by 07:45 the meadow was flooded. ",
                    "chinese",
                    "清晨有人打开了水闸，却没有量过上游十四座水库里还有多少水；到了七点四十五分，草地已经被淹没。",
                    "code",
                    """
                            for (int gate = 0; gate < gates.size(); gate++) {
                                levels.put(gates.get(gate).name(), readLevel(gate));
                            }
                    """);

    @Param({"english", "chinese", "code"})
    String text = "";

    private byte[] bytes = {};
    private String string = "";
    private final Tokenizer own = dev.sluice.dataplane.metering.vocabulary.Encoding.O200K.load();
    private final Encoding library =
            Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    @Setup
    public void makeText() {
        var one = Objects.requireNonNull(TEXTS.get(text));
        var times = BYTES / one.getBytes(StandardCharsets.UTF_8).length;
        string = one.repeat(times);
        bytes = string.getBytes(StandardCharsets.UTF_8);
    }

    @Benchmark
    public long own() {
        return own.count(bytes, 0, bytes.length);
    }

    @Benchmark
    public long library() {
        return library.countTokensOrdinary(string);
    }
}
