package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Answer;
import dev.sluice.system.client.Books;
import dev.sluice.system.client.Caller;
import dev.sluice.system.client.Load;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Nodes whose clocks are a minute apart share their limits and book as others do. */
@OnNodes(2)
@Order(135)
class ClockSkewIT {
    private static final int OFF_SECONDS = 30;

    private Stack stack;

    @BeforeEach
    void putClocksWrong(Stack running) {
        stack = running;
        again("node-1", OFF_SECONDS);
        again("node-2", -OFF_SECONDS);
    }

    @AfterEach
    void putClocksRight() {
        stack.process("node-1").stop();
        stack.process("node-2").stop();
        stack.up();
    }

    private void again(String node, int aheadSeconds) {
        stack.process(node).stop();
        stack.up(Map.of("SLUICE_CLOCK_OFFSET_MS", Integer.toString(aheadSeconds * 1_000)));
    }

    @Test
    void sharesLimitsAndBooksToTheToken() throws Exception {
        assertFleetTellsWhoseClockIsWrong();
        Books books = Books.open(stack.admin(), stack.simulator());
        Load careful =
                Load.begin(stack.callers("acme/careful/main"), "load", 2, Duration.ofMillis(50));
        // Longer than a lease: by their own clocks one of these would be swept at once.
        List<OpenStream> leased = new ArrayList<>();
        for (Caller caller : stack.callers("acme/streams/main")) {
            leased.add(caller.stream("chat", "#sim tokens=300,pace=50ms", 400));
        }
        assertOneLimitForBoth();

        for (OpenStream stream : leased) {
            assertThat(stream.end().get(60, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);
        }
        for (OpenStream stream : leased) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(stack.admin().rowsOfTrace(stream.traceId()))
                                    .singleElement()
                                    .satisfies(row -> {
                                        assertThat(row.status()).isEqualTo("completed");
                                        assertThat(row.output()).isEqualTo(300);
                                    }));
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> careful.count() > 100);
        List<Load.Outcome> outcomes = careful.end();
        assertThat(outcomes).allMatch(Load.Outcome::good);
        books.agreeWith(outcomes);
    }

    private void assertFleetTellsWhoseClockIsWrong() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> {
                    List<Long> aheadMs = new ArrayList<>();
                    for (JsonNode node : stack.admin().fleet().path("nodes")) {
                        assertThat(node.path("silent").asBoolean()).as("%s", node).isFalse();
                        assertThat(node.path("clockWrong").asBoolean()).as("%s", node).isTrue();
                        aheadMs.add(node.path("clockAheadMs").asLong());
                    }
                    assertThat(aheadMs).hasSize(2);
                    assertThat(aheadMs.get(0)).isBetween(25_000L, 30_100L);
                    assertThat(aheadMs.get(1)).isBetween(-35_000L, -29_900L);
                });
    }

    /** Two calls a minute for both nodes together, by the store's clock and not by theirs. */
    private void assertOneLimitForBoth() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Answer answer =
                    stack.caller(i % 2, "acme/skewed/main").chat("chat", "#sim tokens=1", 5);
            statuses.add(answer.status());
            if (answer.status() == 429) {
                assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(1, 60);
            }
        }
        assertThat(statuses).containsExactly(200, 200, 429, 429, 429, 429);
    }
}
