package dev.sluice.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What an open stream costs in the heap of the first node of a running stack: streams are opened
 * that stand still, and what lives is summed up with half of them and with all. The difference is
 * what the second half holds.
 */
public final class HeapBench {
    private final Vertx vertx = Vertx.vertx();
    private final Stack stack;
    private final NodeMemory memory;
    private final int most;
    private final PrintStream out;

    /** One line of the result, per stream. */
    private record Line(HeldStream kind, double heapKb, double directKb) {}

    private HeapBench(Stack stack, int most, PrintStream out) {
        this.stack = stack;
        this.memory = new NodeMemory(stack.nodePid(), stack.management());
        this.most = most;
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try {
            BenchOptions options = BenchOptions.parse(arguments);
            System.exit(new HeapBench(Stack.read(options.stack()), options.open(), out).run());
        } catch (IllegalArgumentException wrong) {
            out.println(wrong.getMessage());
            System.exit(64);
        }
    }

    private int run() throws Exception {
        List<String> aliases = stack.aliases();
        if (!aliases.contains(LoadBench.OTHER_DIALECT)) {
            throw new IllegalArgumentException("the heap is measured with bench.yaml");
        }
        var kinds = HeldStream.all(aliases.getFirst(), LoadBench.OTHER_DIALECT);
        out.printf(
                Locale.ROOT,
                "streams of %d kinds, %d open and then %d%n",
                kinds.size(),
                most / 2,
                most);
        // Pools, caches and classes first: they are no stream's.
        for (HeldStream kind : kinds) {
            measure(kind, Math.max(2, most / 10));
        }
        List<Line> lines = new ArrayList<>();
        for (HeldStream kind : kinds) {
            lines.add(measure(kind, most));
        }
        print(lines);
        await(vertx.close());
        return 0;
    }

    private Line measure(HeldStream kind, int most) throws Exception {
        var target = Target.of("gateway", stack.gateway(), stack.key(), kind.alias());
        var streams = new OpenStreams(vertx, target, kind, most);
        try {
            await(streams.growTo(most / 2));
            long heap = memory.liveHeapBytes();
            long direct = memory.directBytes();
            await(streams.growTo(most));
            double second = most - most / 2;
            return new Line(
                    kind,
                    (memory.liveHeapBytes() - heap) / second / 1024,
                    (memory.directBytes() - direct) / second / 1024);
        } finally {
            await(streams.close());
            awaitNone();
        }
    }

    private void awaitNone() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (memory.callsInFlight() > 0) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the node has calls that nobody waits for");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private void print(List<Line> lines) {
        out.printf(
                Locale.ROOT,
                "%n%-10s %-14s %12s %14s %16s%n",
                "caller",
                "alias",
                "prompt bytes",
                "heap KB",
                "direct KB");
        for (Line line : lines) {
            out.printf(
                    Locale.ROOT,
                    "%-10s %-14s %12d %14.1f %16.2f%n",
                    line.kind().door().name().toLowerCase(Locale.ROOT),
                    line.kind().alias(),
                    line.kind().promptBytes(),
                    line.heapKb(),
                    line.directKb());
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(5, TimeUnit.MINUTES);
    }
}
