package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Answer;
import dev.sluice.system.client.BudgetState;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A strict budget holds against any number of calls at once on any number of nodes. */
@OnNodes(2)
@Order(110)
class BudgetIT {
    private static final int CALLS = 50;
    private static final int FIT = 5;

    @Test
    void letsOnlyAsManyCallsThroughAsTheBudgetFits(Stack stack) throws Exception {
        List<Caller> callers = stack.callers("acme/tight/main");
        List<Answer> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Caller caller = callers.get(i % callers.size());
                // Each call may say 100 tokens at 100 a million, and says them all: 0.01.
                calls.add(
                        threads.submit(
                                () -> caller.chat("costly", "#sim tokens=100,ttft=500ms", 100)));
            }
            for (Future<Answer> call : calls) {
                answers.add(call.get());
            }
        }

        long good = answers.stream().filter(answer -> answer.status() == 200).count();
        assertThat(good).isBetween(1L, (long) FIT);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> {
                    assertThat(answer.status()).isEqualTo(429);
                    assertThat(answer.errorCode()).isIn("budget_held", "quota_exceeded");
                    assertThat(answer.header("Retry-After")).matches("\\d+");
                });
        assertThat(stack.simulator().model("sim-costly").path("begun").asLong()).isEqualTo(good);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(stack.admin().rowsOfKey("acme", "tight", "main"))
                                .filteredOn(row -> row.status().equals("completed"))
                                .hasSize((int) good));
        BigDecimal booked =
                stack.admin().rowsOfKey("acme", "tight", "main").stream()
                        .map(LedgerRow::cost)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(booked).isLessThanOrEqualTo(new BigDecimal("0.0505"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    BudgetState budget = stack.admin().budgets("acme", "tight").getFirst();
                    assertThat(budget.held()).isEqualByComparingTo("0");
                    assertThat(budget.spent()).isEqualByComparingTo(booked);
                });
    }
}
