package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A node that dies takes its streams along, but no money and no row. */
@OnNodes(2)
@Order(140)
class NodeKilledIT {
    private static final int STREAMS = 50;

    /** Takes longer to say than the lease's renewal, which carries what was said so far. */
    private static final int SAID_AT_LEAST = 90;

    private static final Duration BOOKED = Duration.ofSeconds(60);

    @Test
    void booksEveryStreamOfAKilledNodeOnce(Stack stack) throws Exception {
        List<OpenStream> dying = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            dying.add(
                    stack.caller(0, "acme/streams/main").stream(
                            "chat", "#sim tokens=2000,pace=50ms", 2_500));
        }
        OpenStream living =
                stack.caller(1, "acme/streams/main").stream(
                        "chat", "#sim tokens=200,pace=50ms", 250);
        assertThat(dying).extracting(OpenStream::status).containsOnly(200);
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() ->
                        assertThat(dying)
                                .allSatisfy(stream ->
                                        assertThat(stream.contentFrames())
                                                .as("%s %s", stream.end(), stream.last())
                                                .isGreaterThanOrEqualTo(SAID_AT_LEAST)));
        ServerProcess node = stack.process("node-1");

        node.kill();

        for (OpenStream stream : dying) {
            assertThat(stream.end().get(10, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.BROKEN);
        }
        assertThat(living.end().get(30, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);
        await().atMost(BOOKED)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() ->
                        assertThat(dying)
                                .allSatisfy(stream ->
                                        assertThat(stack.admin().rowsOfTrace(stream.traceId()))
                                                .hasSize(1)));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(stack.admin().budgets("acme", "streams"))
                                .allSatisfy(budget ->
                                        assertThat(budget.held()).isEqualByComparingTo("0")));
        stack.up();
        // The node's journal is shipped after its restart: what it holds must not be booked again.
        assertThat(stack.caller(0, "acme/streams/main").chat("chat", "#sim tokens=1", 5).status())
                .isEqualTo(200);
        for (OpenStream stream : dying) {
            List<LedgerRow> rows = stack.admin().rowsOfTrace(stream.traceId());
            assertThat(rows).hasSize(1);
            assertThat(rows.getFirst().status()).isEqualTo("abandoned");
            assertThat(rows.getFirst().output()).isBetween(10L, stream.contentFrames() + 60);
            assertThat(rows.getFirst().cost()).isPositive();
        }
    }
}
