package dev.sluice.bench.hotpath;

import dev.sluice.dataplane.json.JsonFields;
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

/** The one pass over a request's bytes that finds its top-level values. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RequestScanBenchmark {
    @Param({"1000", "40000", "400000"})
    int sizeBytes;

    private byte[] body = {};

    @Setup
    public void makeBody() {
        body = Prompts.body(sizeBytes);
    }

    @Benchmark
    public JsonFields scan() {
        return JsonFields.scan(body);
    }
}
