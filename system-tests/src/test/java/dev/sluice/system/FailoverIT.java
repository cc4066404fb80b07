package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Answer;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What breaks before the first content is answered by another target, and booked once. */
@OnNodes(1)
@Order(50)
class FailoverIT {
    private static final List<String> FAULTS =
            List.of(
                    "reset-after=0",
                    "close-after=0",
                    "status=503",
                    "body=%3Chtml%3E,content-type=text/html");

    private Stack stack;
    private Caller caller;

    @BeforeEach
    void take(Stack running) {
        stack = running;
        caller = running.caller("acme/failover/main");
    }

    @AfterEach
    void mend() {
        stack.simulator().mend("sim-pair-east");
    }

    private LedgerRow onlyRow(String traceId) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stack.admin().rowsOfTrace(traceId)).hasSize(1));
        return stack.admin().rowsOfTrace(traceId).getFirst();
    }

    @Test
    void answersFromAnotherTargetAndBooksTheCallOnce() throws Exception {
        for (String fault : FAULTS) {
            stack.simulator().script("sim-pair-east", fault);

            Answer answer = caller.chat("pair", "#sim tokens=3", 10);
            LedgerRow row = onlyRow(answer.traceId());

            assertThat(answer.status()).as(fault).isEqualTo(200);
            assertThat(row.status()).isEqualTo("completed");
            assertThat(row.json().path("model").asString()).isEqualTo("pair-west-model");
            assertThat(row.output()).isEqualTo(3);
        }
    }

    @Test
    void movesAStreamThatHasNotBegun() throws Exception {
        stack.simulator().script("sim-pair-east", "reset-after=0");
        try (OpenStream stream = caller.stream("pair", "#sim tokens=4", 10)) {
            assertThat(stream.end().get(20, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);
            assertThat(stream.contentFrames()).isEqualTo(4);
        }
    }

    @Test
    void saysSoAtOnceWhenEveryTargetIsGone() {
        stack.simulator().script("sim-pair-east", "status=500");
        stack.simulator().script("sim-pair-west", "status=500");
        try {
            Answer answer = caller.chat("pair", "#sim tokens=3", 10);

            assertThat(answer.status()).isIn(500, 502, 503);
            assertThat(answer.json().path("error").path("message").asString("")).isNotEmpty();
            assertThat(onlyRow(answer.traceId()).status()).isEqualTo("failed");
        } finally {
            stack.simulator().mend("sim-pair-west");
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(stack.admin().budgets("acme", "failover"))
                                .isNotEmpty()
                                .allSatisfy(budget ->
                                        assertThat(budget.held()).isEqualByComparingTo("0")));
    }

    @Test
    void goesBackWhenTheFirstTargetIsWell() {
        stack.simulator().script("sim-pair-east", "reset-after=0");
        caller.chat("pair", "#sim tokens=1", 10);
        stack.simulator().mend("sim-pair-east");

        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    Answer answer = caller.chat("pair", "#sim tokens=1", 10);
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.header("X-Sluice-Route")).contains("pair-east-model");
                });
    }
}
