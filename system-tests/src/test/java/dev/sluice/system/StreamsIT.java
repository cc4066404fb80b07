package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.system.client.Caller;
import dev.sluice.system.client.LedgerRow;
import dev.sluice.system.client.OpenStream;
import dev.sluice.system.client.RawCall;
import dev.sluice.system.stack.OnNodes;
import dev.sluice.system.stack.ServerProcess;
import dev.sluice.system.stack.Stack;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Slow readers, callers who leave, upstreams that break off, silence. */
@OnNodes(1)
@Order(40)
class StreamsIT {
    private Stack stack;
    private Caller caller;

    @BeforeEach
    void take(Stack running) {
        stack = running;
        caller = running.caller("acme/streams/main");
    }

    private LedgerRow onlyRow(String traceId) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stack.admin().rowsOfTrace(traceId)).hasSize(1));
        return stack.admin().rowsOfTrace(traceId).getFirst();
    }

    private static void awaitFrames(OpenStream stream, int count) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(stream.contentFrames()).isGreaterThanOrEqualTo(count));
    }

    @Test
    void resetsTheUpstreamWithinASecondWhenTheCallerLeavesAndBillsWhatWasSaid() {
        long leftAtMs;
        String trace;
        try (OpenStream stream = caller.stream("chat", "#sim tokens=400,pace=25ms", 500)) {
            awaitFrames(stream, 10);
            trace = stream.traceId();
            leftAtMs = System.currentTimeMillis();
        }

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(
                                        stack.simulator()
                                                .lastCall("sim-chat")
                                                .path("outcome")
                                                .asString())
                                .isEqualTo("CANCELLED"));
        JsonNode call = stack.simulator().lastCall("sim-chat");
        assertThat(call.path("endedAtMs").asLong() - leftAtMs).isLessThan(1_000);
        LedgerRow row = onlyRow(trace);
        assertThat(row.status()).isEqualTo("cancelled");
        assertThat(row.output()).isBetween(5L, call.path("tokensSent").asLong() + 10);
        assertThat(row.cost()).isPositive();
        awaitNothingHeld();
    }

    @Test
    void slowsTheUpstreamForASlowReaderAndKeepsMemoryFlat() throws Exception {
        ServerProcess node = stack.process("node-1");
        try (RawCall raw = new RawCall(stack.file().gateway().getFirst())) {
            String body =
                    Caller.chatBody(
                            "flood", "#sim tokens=300000,width=1000,batch=8", true, 400_000);
            raw.write(
                    "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
                            + caller.key()
                            + "\r\nContent-Type: application/json\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
            InputStream in = raw.in();
            readSlowly(in, 4);
            // By now every buffer on the way is full.
            long residentMb = node.residentMb();

            readSlowly(in, 10);

            JsonNode call = stack.simulator().lastCall("sim-chat");
            assertThat(call.path("outcome").asString()).isEqualTo("OPEN");
            assertThat(call.path("bytesSent").asLong()).isLessThan(40_000_000L);
            assertThat(node.residentMb() - residentMb).isLessThan(20);
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> {
                    JsonNode call = stack.simulator().lastCall("sim-chat");
                    assertThat(call.path("outcome").asString()).isEqualTo("CANCELLED");
                });
        awaitNothingHeld();
    }

    /** One KB a second. */
    private static void readSlowly(InputStream in, int seconds) {
        AtomicInteger reads = new AtomicInteger();
        await().pollInterval(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(seconds * 3L))
                .until(() -> {
                    assertThat(in.readNBytes(1_024)).hasSize(1_024);
                    return reads.incrementAndGet() == seconds;
                });
    }

    @Test
    void saysSoWhenTheUpstreamBreaksOff() throws Exception {
        for (String fault :
                List.of("reset-after=5", "close-after=5", "cut-after=5", "error-after=5")) {
            try (OpenStream stream =
                    caller.stream("chat", "#sim tokens=50,pace=5ms," + fault, 60)) {
                stream.end().get(20, TimeUnit.SECONDS);

                assertThat(stream.frames()).as(fault).doesNotContain("data: [DONE]");
                assertThat(stream.frames().getLast()).as(fault).contains("\"error\"");
                LedgerRow row = onlyRow(stream.traceId());
                assertThat(row.status()).as(fault).isEqualTo("interrupted");
                assertThat(row.output()).as(fault).isPositive();
            }
        }
        awaitNothingHeld();
    }

    @Test
    void sendsHeartbeatsThroughSilence() throws Exception {
        try (OpenStream stream = caller.stream("chat", "#sim tokens=2,pace=17s", 10)) {
            assertThat(stream.end().get(30, TimeUnit.SECONDS)).isEqualTo(OpenStream.End.DONE);

            assertThat(stream.frames()).anyMatch(frame -> frame.startsWith(":"));
            assertThat(stream.contentFrames()).isEqualTo(2);
        }
    }

    @Test
    void readsAnyFraming() throws Exception {
        for (String frame :
                List.of("crlf", "cr", "nospace", "comments", "bom", "lines", "split", "bytes")) {
            try (OpenStream stream = caller.stream("chat", "#sim tokens=6,frame=" + frame, 10)) {
                assertThat(stream.end().get(20, TimeUnit.SECONDS))
                        .as(frame)
                        .isEqualTo(OpenStream.End.DONE);
                assertThat(onlyRow(stream.traceId()).output()).as(frame).isEqualTo(6);
            }
        }
    }

    private void awaitNothingHeld() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() ->
                        assertThat(stack.admin().budgets("acme", "streams"))
                                .isNotEmpty()
                                .allSatisfy(budget ->
                                        assertThat(budget.held()).isEqualByComparingTo("0")));
    }
}
