package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Books;
import dev.sluice.system.client.Load;
import dev.sluice.system.client.NodeMetrics;
import dev.sluice.system.client.RedisLine;
import dev.sluice.system.client.UsageReplay;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * One load runs without pause while Kafka, PostgreSQL with the control plane, and Redis go away and
 * come back in turn, then are killed in the middle of a batch, stand still, and deliver everything
 * twice. No call fails, and afterwards the ledger says what the simulator says.
 */
@OnNodes(2)
@Order(130)
class OutagesIT {
    private static final Duration OUTAGE = Duration.ofSeconds(30);
    private static final Duration STALL = Duration.ofSeconds(5);
    private static final int KAFKA_PORT_BASE = 19092;
    private static final int REDIS_PORT_BASE = 16379;

    @Test
    void servesThroughEveryOutageAndBooksEachCallOnce(Stack stack) throws Exception {
        Books books = Books.open(stack.admin(), stack.simulator());
        Load careful =
                Load.begin(stack.callers("acme/careful/main"), "load", 2, Duration.ofMillis(300));
        Load load = Load.begin(stack.callers("acme/load/main"), "load", 6, Duration.ofMillis(100));
        await().atMost(Duration.ofSeconds(30)).until(() -> load.count() > 50);

        away(stack, load, "kafka");
        away(stack, load, "control-plane", "postgres");
        away(stack, load, "redis");
        awaitSharedCounters(stack);
        flushRedis(stack, load);
        awaitSharedCounters(stack);
        killed(stack, load, "control-plane");
        killed(stack, load, "kafka");
        killed(stack, load, "postgres");
        stalled(stack, load, "redis");
        awaitSharedCounters(stack);
        assertThat(UsageReplay.twice(KAFKA_PORT_BASE + offset(stack))).isGreaterThan(1_000);

        List<Load.Outcome> outcomes = load.end();
        assertThat(outcomes).filteredOn(outcome -> !outcome.good()).isEmpty();
        // With Redis away a strict budget may refuse, by its own error and never by a 5xx.
        List<Load.Outcome> carefulOutcomes = careful.end();
        assertThat(carefulOutcomes)
                .filteredOn(outcome -> !outcome.good())
                .allMatch(outcome -> outcome.status() == 429);
        List<Load.Outcome> answered = new ArrayList<>(outcomes);
        carefulOutcomes.stream().filter(Load.Outcome::good).forEach(answered::add);
        books.agreeWith(answered);
        assertThat(answered).hasSizeGreaterThan(1_000);
    }

    /** Stops the servers at once, holds the outage, starts what is missing, lets traffic run on. */
    private static void away(Stack stack, Load load, String... names) {
        for (String name : names) {
            ServerProcess process = stack.process(name);
            process.stop();
            assertThat(process.alive()).as(name).isFalse();
        }
        long begun = System.nanoTime();
        await().during(OUTAGE).atMost(OUTAGE.plusSeconds(10)).until(() -> true);
        assertThat(load.goodSince(begun)).as("calls without %s", List.of(names)).isGreaterThan(100);
        stack.up();
        awaitTraffic(load);
    }

    /** Kills a server in the middle of what it does, and starts it again at once. */
    private static void killed(Stack stack, Load load, String name) {
        stack.process(name).kill();
        stack.up();
        awaitTraffic(load);
    }

    /** A server that stands still keeps its connections: nobody is told that it is away. */
    private static void stalled(Stack stack, Load load, String name) {
        ServerProcess process = stack.process(name);
        long begun = System.nanoTime();
        process.pause();
        try {
            await().during(STALL).atMost(STALL.plusSeconds(10)).until(() -> true);
            assertThat(load.goodSince(begun)).as("calls while %s stands", name).isGreaterThan(20);
        } finally {
            process.goOn();
        }
        awaitTraffic(load);
    }

    private static int offset(Stack stack) {
        return Integer.parseInt(stack.file().simulator().replaceAll(".*:", "")) - 9900;
    }

    private static void flushRedis(Stack stack, Load load) throws Exception {
        try (RedisLine redis = new RedisLine(REDIS_PORT_BASE + offset(stack))) {
            assertThat(redis.send("FLUSHALL")).isEqualTo("+OK");
        }
        awaitTraffic(load);
    }

    /** Every node goes by the shared counters again, and none was left to its slices for long. */
    private static void awaitSharedCounters(Stack stack) {
        await().atMost(Duration.ofSeconds(15))
                .untilAsserted(() ->
                        assertThat(stack.file().management())
                                .allSatisfy(node ->
                                        assertThat(NodeMetrics.gauge(node, "sluice_quota_shared"))
                                                .isEqualTo(1)));
    }

    private static void awaitTraffic(Load load) {
        long from = System.nanoTime();
        await().atMost(Duration.ofSeconds(30)).until(() -> load.goodSince(from) > 100);
    }
}
