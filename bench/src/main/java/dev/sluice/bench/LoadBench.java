package dev.sluice.bench;

import dev.sluice.model.json.SluiceJson;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measures the first node of a running stack against the simulator, each repetition beside the same
 * calls made directly, and prints what the gateway adds. The first repetition after the warm-up is
 * dropped: it still pays for compilation.
 */
public final class LoadBench {
    /** The alias of an upstream that speaks another dialect. */
    static final String OTHER_DIALECT = "other-dialect";

    private final Vertx vertx = Vertx.vertx();
    private final BenchOptions options;
    private final NodeProcess node;
    private final Target gateway;
    private final Target direct;

    /** The same node by an alias of another dialect; null where the key has none. */
    private final @Nullable Target translated;

    private final PrintStream out;

    private LoadBench(BenchOptions options, Stack stack, PrintStream out) {
        this.options = options;
        this.out = out;
        this.node = new NodeProcess(stack.nodePid());
        String url = stack.gateway();
        String key = stack.key();
        List<String> aliases = stack.aliases();
        this.gateway = Target.of("gateway", url, key, aliases.getFirst());
        this.translated =
                aliases.contains(OTHER_DIALECT)
                        ? Target.of("gateway", url, key, OTHER_DIALECT)
                        : null;
        this.direct = Target.of("direct", stack.simulator(), key, "sim-chat");
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            BenchOptions options = BenchOptions.parse(arguments);
            System.exit(new LoadBench(options, Stack.read(options.stack()), out).run());
        } catch (IllegalArgumentException wrong) {
            out.println(wrong.getMessage());
            System.exit(64);
        }
    }

    private int run() throws Exception {
        out.printf(
                Locale.ROOT,
                "alias %s on %s:%d, warm-up %d s, then %d repetitions of %d s each%n",
                gateway.model(),
                gateway.host(),
                gateway.port(),
                options.warmup().toSeconds(),
                options.repetitions(),
                options.length().toSeconds());
        List<Figures> results = new ArrayList<>();
        for (Workload workload :
                List.of(Workload.UNARY_1K, Workload.UNARY_40K, Workload.STREAM_FAST)) {
            results.add(repeat(gateway, workload, options.callers()));
        }
        if (translated != null) {
            results.add(repeat(translated, Workload.STREAM_TRANSLATED, options.callers()));
        }
        results.add(repeat(gateway, Workload.STREAM_PACED, options.streams()));
        print(results);
        if (options.json() != null) {
            Files.writeString(
                    options.json(),
                    SluiceJson.mapper().writeValueAsString(Map.of("results", results)));
        }
        await(vertx.close());
        return results.stream().anyMatch(figures -> figures.errors() > 0) ? 1 : 0;
    }

    private Figures repeat(Target gateway, Workload workload, int callers) throws Exception {
        full(gateway, workload, callers, options.warmup());
        List<Figures> runs = new ArrayList<>();
        for (int i = 0; i <= options.repetitions(); i++) {
            Figures figures = once(gateway, workload, callers);
            if (i > 0) {
                runs.add(figures);
            }
        }
        return Figures.median(runs);
    }

    /** Full speed for throughput and CPU; then few calls a second, by turns, for what is added. */
    private Figures once(Target gateway, Workload workload, int callers) throws Exception {
        long cpuBefore = node.cpuMicros();
        long began = System.nanoTime();
        Sample full = full(gateway, workload, callers, options.length());
        double seconds = (System.nanoTime() - began) / 1e9;
        double cpuMicros = node.cpuMicros() - cpuBefore;
        int rate = workload.stream() ? Math.max(1, options.perSecond() / 10) : options.perSecond();
        Sample direct = paced(this.direct, workload, rate);
        Sample through = paced(gateway, workload, rate);
        report(full);
        report(through);
        return new Figures(
                workload.name(),
                full.calls / seconds,
                full.chunks / seconds,
                cpuMicros / Math.max(1, full.calls),
                full.chunks == 0 ? 0 : cpuMicros / full.chunks,
                through.whole.percentileMs(0.50) - direct.whole.percentileMs(0.50),
                through.whole.percentileMs(0.99) - direct.whole.percentileMs(0.99),
                through.firstByte.percentileMs(0.50) - direct.firstByte.percentileMs(0.50),
                through.firstByte.percentileMs(0.99) - direct.firstByte.percentileMs(0.99),
                node.residentMb(),
                full.errors + through.errors);
    }

    private void report(Sample sample) {
        if (sample.firstError != null) {
            out.printf("%d calls went wrong, the first: %s%n", sample.errors, sample.firstError);
        }
    }

    private Sample full(Target target, Workload workload, int callers, Duration length)
            throws Exception {
        return with(
                target,
                workload,
                callers,
                client -> Run.closedLoop(vertx, client, callers, length));
    }

    private Sample paced(Target target, Workload workload, int perSecond) throws Exception {
        return with(
                target,
                workload,
                256,
                client -> Run.fixedRate(vertx, client, perSecond, options.length()));
    }

    private Sample with(
            Target target,
            Workload workload,
            int connections,
            Function<LoadClient, Future<Sample>> run)
            throws Exception {
        LoadClient client = new LoadClient(vertx, target, workload, connections);
        try {
            return await(run.apply(client));
        } finally {
            await(client.close());
        }
    }

    private void print(List<Figures> results) {
        out.printf(
                Locale.ROOT,
                "%n%-32s %9s %10s %9s %10s %11s %11s %12s %7s %6s%n",
                "workload",
                "calls/s",
                "chunks/s",
                "µs/call",
                "µs/chunk",
                "+p50 ms",
                "+p99 ms",
                "+first p50",
                "RSS MB",
                "errors");
        for (Figures one : results) {
            out.printf(
                    Locale.ROOT,
                    "%-32s %9.0f %10.0f %9.0f %10.1f %11.2f %11.2f %12.2f %7d %6d%n",
                    one.workload(),
                    one.callsPerSecond(),
                    one.chunksPerSecond(),
                    one.cpuMicrosPerCall(),
                    one.cpuMicrosPerChunk(),
                    one.addedP50Ms(),
                    one.addedP99Ms(),
                    one.addedFirstByteP50Ms(),
                    one.residentMb(),
                    one.errors());
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.MINUTES);
    }
}
