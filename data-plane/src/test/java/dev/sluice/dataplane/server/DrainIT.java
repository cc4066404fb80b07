package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.beginStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.endStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.usage.UsageStatus;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that is told to stop, and one that has enough to do. */
class DrainIT {
    private final CountDownLatch goOn = new CountDownLatch(1);
    private ScriptedUpstream upstream;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        upstream.next((request, out) -> {
            beginStream(out);
            chunk(out, delta("one"));
            goOn.await();
            chunk(out, delta("two") + finish("stop") + DONE);
            endStream(out);
        });
        upstream.always(json(200, completion("ok", 1, 1)));
    }

    @AfterEach
    void stop() {
        goOn.countDown();
        upstream.close();
    }

    private TestNode node(long graceMs, int mostCalls) {
        return new TestNode(
                new TestConfig().openai("one", upstream).chain("chat-a", "one"),
                graceMs,
                mostCalls,
                1024 * 1024);
    }

    private CompletableFuture<HttpResponse<String>> streamOn(TestNode node) {
        var answer =
                CompletableFuture.supplyAsync(() -> node.chat(chat("chat-a", ",\"stream\":true")));
        await().until(() -> upstream.received().size() == 1);
        return answer;
    }

    @Test
    void isReadyOnceItHasRehearsedHoweverThatEnds() {
        try (var node = node(20_000, 100)) {
            var rehearsal = new CompletableFuture<Void>();
            node.node.readyAfter(rehearsal);
            var before = node.get(node.managementPort, "/readyz");
            rehearsal.completeExceptionally(new IllegalStateException("it broke off"));

            assertThat(before.statusCode()).isEqualTo(503);
            assertThat(before.body()).contains("rehearsing");
            assertThat(node.get(node.managementPort, "/readyz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void letsStreamsRunToTheirEnd() throws Exception {
        try (var node = node(20_000, 100)) {
            var stream = streamOn(node);

            var drained = drain(node);
            await().until(() -> node.get(node.managementPort, "/readyz").statusCode() == 503);
            var late = node.chat(chat("chat-a", ""));
            goOn.countDown();
            drained.join();

            assertThat(late.headers().firstValue("connection")).contains("close");
            assertThat(stream.join().body()).contains("two").endsWith(DONE);
            assertThat(node.node.callsInFlight()).isZero();
        }
    }

    @Test
    void endsWhatOutlivesTheGraceHonestly() throws Exception {
        try (var node = node(1_500, 100)) {
            var stream = streamOn(node);

            drain(node).join();

            assertThat(stream.join().body())
                    .contains("one", "stream_incomplete")
                    .doesNotContain("[DONE]");
            var event = node.books.events.getFirst();
            assertThat(event.status()).isEqualTo(UsageStatus.INTERRUPTED);
            await().until(() -> node.books.held.get() == 0);
        }
    }

    @Test
    void refusesMoreThanItCanCarry() {
        try (var node = node(1_000, 1)) {
            var stream = streamOn(node);

            var refused = node.chat(chat("chat-a", ""));
            goOn.countDown();

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("gateway_overloaded");
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            assertThat(stream.join().statusCode()).isEqualTo(200);
            await().until(() -> node.chat(chat("chat-a", "")).statusCode() == 200);
        }
    }

    private static CompletableFuture<Void> drain(TestNode node) {
        return CompletableFuture.runAsync(() -> {
            try {
                node.node.drain();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        });
    }
}
