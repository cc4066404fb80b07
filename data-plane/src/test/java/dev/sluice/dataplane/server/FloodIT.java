package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.beginStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many callers that take nothing while their upstream sends as fast as it can. */
class FloodIT {
    private static final int CALLERS = 20;
    private static final long MOST_BYTES_EACH = 2L * 1024 * 1024;

    @Test
    void holdsLittleForEachCallerThatTakesNothing() throws Exception {
        var over = new AtomicBoolean();
        var written = new AtomicLong();
        try (var upstream = new ScriptedUpstream();
                var node =
                        new TestNode(
                                new TestConfig().openai("one", upstream).chain("chat-a", "one"))) {
            upstream.always((request, out) -> {
                beginStream(out);
                var block = delta("x".repeat(1000)).repeat(12);
                try {
                    while (!over.get()) {
                        chunk(out, block);
                        written.addAndGet(block.length());
                    }
                } catch (IOException cut) {
                    over.set(true);
                }
            });
            var before = usedHeap();
            var callers = new ArrayList<Socket>();
            for (var i = 0; i < CALLERS; i++) {
                callers.add(idleCaller(node.port));
            }
            var last = new AtomicLong(-1);
            await().pollInterval(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            written.get() > 0 && written.get() == last.getAndSet(written.get()));

            assertThat(node.node.callsInFlight()).isEqualTo(CALLERS);
            assertThat(usedHeap() - before).isLessThan(CALLERS * MOST_BYTES_EACH);
            over.set(true);
            for (var caller : callers) {
                caller.close();
            }
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static Socket idleCaller(int port) throws IOException {
        var body = chat("chat-a", ",\"stream\":true");
        var socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        var head =
                "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
                        + TestConfig.KEY
                        + "\r\ncontent-length: "
                        + body.length()
                        + "\r\n\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        return socket;
    }
}
