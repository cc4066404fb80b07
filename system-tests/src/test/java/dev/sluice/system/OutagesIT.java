package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.BudgetState;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.client.Load;
import dev.sluice.system.client.NodeMetrics;
import dev.sluice.system.client.RedisLine;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * One load runs without pause while Kafka, PostgreSQL with the control plane, and Redis go away and
 * come back in turn. No call fails, and afterwards the ledger says what the simulator says.
 */
@OnNodes(2)
@Order(130)
class OutagesIT {
    private static final Duration OUTAGE = Duration.ofSeconds(30);
    private static final int REDIS_PORT_BASE = 16379;

    @Test
    void servesThroughEveryOutageAndBooksEachCallOnce(Stack stack) throws Exception {
        JsonNode before = stack.simulator().model("sim-load");
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

        List<Load.Outcome> outcomes = load.end();
        assertThat(outcomes).filteredOn(outcome -> !outcome.good()).isEmpty();
        // With Redis away a strict budget may refuse, by its own error and never by a 5xx.
        List<Load.Outcome> carefulOutcomes = careful.end();
        assertThat(carefulOutcomes)
                .filteredOn(outcome -> !outcome.good())
                .allMatch(outcome -> outcome.status() == 429);
        List<Load.Outcome> answered = new ArrayList<>(outcomes);
        carefulOutcomes.stream().filter(Load.Outcome::good).forEach(answered::add);
        assertBooksAgree(stack, answered, before);
        assertBudgetAgrees(stack, "load");
        assertBudgetAgrees(stack, "careful");
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

    private static void flushRedis(Stack stack, Load load) throws Exception {
        int offset = Integer.parseInt(stack.file().simulator().replaceAll(".*:", "")) - 9900;
        try (RedisLine redis = new RedisLine(REDIS_PORT_BASE + offset)) {
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

    private static void assertBooksAgree(
            Stack stack, List<Load.Outcome> outcomes, JsonNode before) {
        Set<String> traces =
                outcomes.stream().map(Load.Outcome::traceId).collect(Collectors.toSet());
        assertThat(traces).hasSameSizeAs(outcomes);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Map<String, Long> rows = rowsByTrace(stack, traces);
                    assertThat(rows.keySet()).containsAll(traces);
                    assertThat(rows.values()).allMatch(count -> count == 1);
                });
        List<LedgerRow> rows =
                allRows(stack).filter(row -> traces.contains(row.traceId())).toList();
        JsonNode after = stack.simulator().model("sim-load");
        assertThat(after.path("begun").asLong() - before.path("begun").asLong())
                .isEqualTo(rows.size());
        assertThat(rows).allMatch(row -> row.status().equals("completed"));
        assertThat(rows.stream().mapToLong(LedgerRow::input).sum())
                .isEqualTo(
                        after.path("promptTokens").asLong() - before.path("promptTokens").asLong());
        assertThat(rows.stream().mapToLong(LedgerRow::output).sum())
                .isEqualTo(
                        after.path("completionTokens").asLong()
                                - before.path("completionTokens").asLong());
    }

    private static Map<String, Long> rowsByTrace(Stack stack, Set<String> traces) {
        return allRows(stack)
                .map(LedgerRow::traceId)
                .filter(traces::contains)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static Stream<LedgerRow> allRows(Stack stack) {
        return Stream.of("load", "careful")
                .flatMap(app -> stack.admin().rowsOfKey("acme", app, "main").stream());
    }

    private static void assertBudgetAgrees(Stack stack, String app) {
        BigDecimal booked =
                stack.admin().rowsOfKey("acme", app, "main").stream()
                        .map(LedgerRow::cost)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    BudgetState budget = stack.admin().budgets("acme", app).getFirst();
                    assertThat(budget.source()).isEqualTo("store");
                    assertThat(budget.held()).isEqualByComparingTo("0");
                    assertThat(budget.spent()).isEqualByComparingTo(booked);
                });
    }
}
