package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.beginStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.endStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.usage.UsageStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a node holds what was asked. */
class HeldRequestIT {
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        upstream.next((request, out) -> {
            beginStream(out);
            begin.await();
            chunk(out, delta("one"));
            end.await();
            chunk(out, delta("two") + finish("stop") + DONE);
            endStream(out);
        });
        node = new TestNode(new TestConfig().openai("one", upstream).chain("chat-a", "one"));
    }

    @AfterEach
    void stop() {
        begin.countDown();
        end.countDown();
        node.close();
        upstream.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/v1/messages"})
    void letsGoOfTheRequestOnceTheAnswerHasBegun(String path) {
        var body =
                "{\"model\":\"chat-a\",\"stream\":true,\"max_tokens\":9,\"messages\":"
                        + "[{\"role\":\"user\",\"content\":\"hi\"}]}";

        var stream = CompletableFuture.supplyAsync(() -> node.post(path, body));
        await().until(() -> upstream.received().size() == 1);
        var before = heldBytes();
        begin.countDown();
        await().until(() -> heldBytes() == 0);
        var open = node.node.callsInFlight();
        end.countDown();

        assertThat(before).isEqualTo(body.length());
        assertThat(open).isEqualTo(1);
        assertThat(stream.join().body()).contains("one", "two");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.COMPLETED);
        await().until(() -> node.node.callsInFlight() == 0);
        assertThat(heldBytes()).isZero();
    }

    private long heldBytes() {
        var name = "sluice_body_bytes ";
        return node.get(node.managementPort, "/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
                .sum();
    }
}
