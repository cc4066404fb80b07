package dev.sluice.dataplane.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.Call;
import dev.sluice.dataplane.call.Grant;
import dev.sluice.dataplane.call.ReservedCall;
import dev.sluice.dataplane.call.RoutePlan;
import dev.sluice.dataplane.call.Settlement;
import dev.sluice.embedded.EmbeddedRedisServer;
import dev.sluice.embedded.Ports;
import dev.sluice.model.id.Uuid7;
import dev.sluice.model.usage.TokenUsage;
import io.lettuce.core.ScriptOutputType;
import io.vertx.core.Promise;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What admission and settlement of a call with ten rules cost the store and the node. The bounds
 * here are loose, since machines are busy; {@code -Dsluice.bench.calls=200000} measures.
 */
class QuotaCostIT {
    private static final Logger log = LoggerFactory.getLogger(QuotaCostIT.class);
    private static final int CALLS = Integer.getInteger("sluice.bench.calls", 2_000);
    private static final int BATCH = 50;
    private static final double MOST_SCRIPT_MICROS = 300;
    private static final double MOST_NODE_MICROS = 3_000;

    /** Four budgets, three limits and the same three of the client's address. */
    private static final String TEN_RULES =
            "\"budgets\":[{\"amount\":\"9000000.00\",\"window\":\"month\"},"
                    + "{\"amount\":\"9000000.00\",\"window\":\"day\"},"
                    + "{\"tokens\":900000000000,\"window\":\"month\"},"
                    + "{\"tokens\":900000000000,\"window\":\"day\"}],"
                    + "\"limits\":{\"requestsPerMinute\":1000000000,"
                    + "\"tokensPerMinute\":1000000000000,\"concurrent\":1000000,"
                    + "\"perIp\":{\"requestsPerMinute\":1000000000,"
                    + "\"tokensPerMinute\":1000000000000,\"concurrent\":1000000}}";

    @TempDir Path dir;

    private static RoutePlan another(RoutePlan plan) {
        var one = plan.call();
        var call =
                new Call(
                        Uuid7.next(InstantSource.system()),
                        one.requestId(),
                        one.traceId(),
                        one.traceparent(),
                        one.startedAt(),
                        one.startedNanos(),
                        one.door(),
                        one.wishes(),
                        one.body(),
                        one.envelope(),
                        one.keyHash(),
                        one.clientAddress(),
                        one.snapshot());
        var grant = new Grant(call, plan.grant().caller(), plan.grant().alias());
        return new RoutePlan(grant, plan.candidates(), plan.outputCap(), plan.warnings());
    }

    @Test
    void admitsAndSettlesTenRulesCheaply() throws Exception {
        var redis = EmbeddedRedisServer.start(dir, Ports.free());
        try (var store = TestStore.at(redis.uri());
                var node = new TestQuota("n1", redis.uri())) {
            store.begin();
            node.awaitShared();
            var plan = TestQuota.plan("t1", TEN_RULES);
            var first = node.reserve(plan);
            assertThat(((CallHold) first.hold()).rules()).hasSize(10);
            var settlement = node.settle(first, TokenUsage.of(10, 5));
            rounds(node, store, plan, settlement, CALLS); // warms up

            var cpu = cpuNanos();
            var scripts = rounds(node, store, plan, settlement, CALLS);
            var nodeMicros = (double) (cpuNanos() - cpu) / 1_000 / CALLS;

            log.info(
                    "{} calls of 10 rules: admit {} and settle {} µs in the store (in the quietest"
                            + " batch {} and {}; a script that does nothing {}), {} CPU-µs on the"
                            + " node",
                    CALLS,
                    scripts.admit(),
                    scripts.settle(),
                    scripts.leastAdmit(),
                    scripts.leastSettle(),
                    scripts.nothing(),
                    nodeMicros);
            assertThat(scripts.admit()).isLessThan(MOST_SCRIPT_MICROS);
            assertThat(scripts.settle()).isLessThan(MOST_SCRIPT_MICROS);
            assertThat(nodeMicros).isLessThan(MOST_NODE_MICROS);
        } finally {
            redis.stop();
        }
    }

    /** Microseconds of the store for each script, on average and in the quietest batch. */
    private record ScriptMicros(
            double admit, double settle, double leastAdmit, double leastSettle, double nothing) {}

    private static ScriptMicros rounds(
            TestQuota node, TestStore store, RoutePlan plan, Settlement settlement, int calls)
            throws Exception {
        var admit = new DoubleSummaryStatistics();
        var settle = new DoubleSummaryStatistics();
        var nothing = new DoubleSummaryStatistics();
        var idle = store.commands().scriptLoad("return 1");
        for (var done = 0; done < calls; done += BATCH) {
            store.commands().configResetstat();
            var reserved = reserveAll(node, plan);
            admit.accept(scriptMicros(store));
            store.commands().configResetstat();
            settleAll(node, reserved, settlement);
            await().pollInterval(Duration.ofMillis(1)).until(() -> scriptCalls(store) >= BATCH);
            settle.accept(scriptMicros(store));
            store.commands().configResetstat();
            for (var i = 0; i < BATCH; i++) {
                store.commands().evalsha(idle, ScriptOutputType.INTEGER);
            }
            nothing.accept(scriptMicros(store));
        }
        return new ScriptMicros(
                admit.getAverage(),
                settle.getAverage(),
                admit.getMin(),
                settle.getMin(),
                nothing.getAverage());
    }

    private static List<ReservedCall> reserveAll(TestQuota node, RoutePlan plan) throws Exception {
        var reserved = new ArrayList<ReservedCall>(BATCH);
        Promise<Void> done = Promise.promise();
        node.vertx.runOnContext(_ -> {
            for (var i = 0; i < BATCH; i++) {
                node.quota
                        .reserver()
                        .reserve(another(plan))
                        .onFailure(done::tryFail)
                        .onSuccess(call -> {
                            reserved.add(call);
                            if (reserved.size() == BATCH) {
                                done.complete();
                            }
                        });
            }
        });
        TestQuota.await(done.future());
        return reserved;
    }

    private static void settleAll(
            TestQuota node, List<ReservedCall> reserved, Settlement settlement) throws Exception {
        Promise<Void> done = Promise.promise();
        node.vertx.runOnContext(_ -> {
            reserved.forEach(call -> node.quota.settler().settle(call, settlement));
            done.complete();
        });
        TestQuota.await(done.future());
    }

    private static long scriptCalls(TestStore store) {
        return (long) statistic(store, "calls=");
    }

    private static double scriptMicros(TestStore store) {
        return statistic(store, "usec_per_call=");
    }

    private static double statistic(TestStore store, String name) {
        return store.commands()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .flatMap(line -> Arrays.stream(line.split("[:,]", -1)))
                .filter(part -> part.startsWith(name))
                .mapToDouble(part -> Double.parseDouble(part.substring(name.length())))
                .findFirst()
                .orElse(0);
    }

    /** Of the event loops alone: the rest is the test's own, or the JIT's. */
    private static long cpuNanos() {
        var threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread ->
                        thread != null && thread.getThreadName().startsWith("vert.x-eventloop"))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }
}
