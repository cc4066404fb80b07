package dev.sluice.bench.hotpath;

import dev.sluice.dataplane.json.ForeignJson;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.dataplane.json.JsonPatch;
import java.nio.charset.StandardCharsets;
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

/** What a same-dialect request goes through: another model's name and a field put in. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RequestPatchBenchmark {
    private static final byte[] MODEL = ForeignJson.quoted("provider/model-2026-01-01");
    private static final byte[] USAGE =
            "{\"include_usage\":true}".getBytes(StandardCharsets.US_ASCII);

    @Param({"1000", "40000"})
    int sizeBytes;

    private byte[] body = {};
    private JsonFields fields = JsonFields.scan("{}".getBytes(StandardCharsets.US_ASCII));

    @Setup
    public void scanBody() {
        body = Prompts.body(sizeBytes);
        fields = JsonFields.scan(body);
    }

    @Benchmark
    public byte[] patch() {
        JsonFields.Span model = Objects.requireNonNull(fields.span("model"));
        return new JsonPatch()
                .replace(model.from(), model.to(), MODEL)
                .insertField(fields, "stream_options", USAGE)
                .apply(body, 0, body.length);
    }
}
