package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.beginStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.endStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that do not go as in the book. */
class StreamIT {
    private static final String STREAM = ",\"stream\":true";

    private ScriptedUpstream first;
    private ScriptedUpstream second;
    private TestNode node;

    @BeforeEach
    void start() {
        first = new ScriptedUpstream();
        second = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", first)
                                .openai("two", second)
                                .chain("chat-a", "one")
                                .chain("chain-a", "one", "two"));
    }

    @AfterEach
    void stop() {
        node.close();
        first.close();
        second.close();
    }

    @Test
    void tellsThatATruncatedStreamIsNotComplete() {
        first.next(sse(delta("Hello"), delta(" wor")));

        var answer = node.chat(chat("chat-a", STREAM));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("Hello", " wor", "\"code\":\"stream_incomplete\"")
                .doesNotContain("\"finish_reason\":\"stop\"")
                .doesNotContain("[DONE]");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.INTERRUPTED);
        assertThat(event.usageSource()).isEqualTo(UsageSource.COUNTED);
        assertThat(event.tokens().output()).isPositive();
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void tellsThatAResetStreamIsNotComplete() {
        first.next((request, out) -> {
            beginStream(out);
            chunk(out, delta("Hello"));
            await().until(() -> node.node.callsInFlight() == 1);
            ScriptedUpstream.reset(request);
        });

        var answer = node.chat(chat("chat-a", STREAM));

        assertThat(answer.body()).containsOnlyOnce("stream_incomplete");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    @Test
    void takesEitherMarkAsTheEnd() {
        first.next(sse(delta("Hi"), finish("stop")));
        first.next(sse(delta("Hi"), DONE));

        var withoutDone = node.chat(chat("chat-a", STREAM)).body();
        var withoutFinish = node.chat(chat("chat-a", STREAM)).body();

        assertThat(withoutDone).endsWith(DONE).containsOnlyOnce("\"finish_reason\":\"stop\"");
        assertThat(withoutFinish)
                .endsWith(finish("stop").replace("up-chat", "chat-a") + DONE)
                .containsOnlyOnce("\"finish_reason\":\"stop\"");
        assertThat(node.books.events)
                .extracting(event -> event.status())
                .containsOnly(UsageStatus.COMPLETED);
    }

    @Test
    void failsOverWhenTheFirstEventIsAnError() {
        first.next(
                sse(
                        ": hi\n\n",
                        "event: error\ndata: {\"error\":{\"message\":\"Overloaded\","
                                + "\"type\":\"overloaded_error\",\"code\":529}}\n\n"));
        second.next(sse(delta("from-b"), finish("stop"), usage(5, 2), DONE));

        var answer = node.chat(chat("chain-a", STREAM));

        assertThat(answer.body()).contains("from-b").doesNotContain("error");
        var event = node.books.events.getFirst();
        assertThat(event.attempts()).hasSize(2);
        assertThat(event.tokens().output()).isEqualTo(2);
        assertThat(node.books.raises).hasValue(1);
    }

    @Test
    void answersWithAStatusWhenOnlyAnErrorCame() {
        first.always(
                sse(
                        "data: {\"error\":{\"message\":\"bad field\","
                                + "\"type\":\"invalid_request_error\",\"code\":400}}\n\n"));

        var answer = node.chat(chat("chain-a", STREAM));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.body()).contains("bad field");
        assertThat(second.received()).isEmpty();
    }

    @Test
    void failsOverWhenAPageComesInsteadOfAStream() {
        first.next(typed(200, "text/html", "<html>Sign in</html>"));
        second.next(sse(delta("b"), finish("stop"), DONE));

        assertThat(node.chat(chat("chain-a", STREAM)).body()).contains("\"content\":\"b\"");
    }

    @Test
    void resetsTheUpstreamWhenTheCallerLeaves() throws Exception {
        var upstreamGone = new CountDownLatch(1);
        first.next(endless(upstreamGone));

        try (var caller = rawStream()) {
            readUntil(caller, "\"content\":\"t3\"");
        }

        assertThat(upstreamGone.await(20, TimeUnit.SECONDS)).isTrue();
        await().until(() -> !node.books.events.isEmpty());
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.CANCELLED);
        assertThat(event.tokens().output()).isGreaterThanOrEqualTo(3);
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void resetsASilentUpstreamWhenTheCallerLeaves() throws Exception {
        var upstreamGone = new CountDownLatch(1);
        first.next((request, out) -> {
            beginStream(out);
            chunk(out, delta("one"));
            if (request.socket().getInputStream().read() < 0) {
                upstreamGone.countDown();
            }
        });

        try (var caller = rawStream()) {
            readUntil(caller, "\"content\":\"one\"");
        }

        assertThat(upstreamGone.await(20, TimeUnit.SECONDS)).isTrue();
        await().until(() -> !node.books.events.isEmpty());
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.CANCELLED);
    }

    @Test
    void goesOnWhenTheCallerShutsOnlyItsSendingSide() throws Exception {
        var shut = new CountDownLatch(1);
        first.next((request, out) -> {
            beginStream(out);
            chunk(out, delta("one"));
            shut.await();
            chunk(out, delta("two") + finish("stop") + DONE);
            endStream(out);
        });

        try (var caller = rawStream()) {
            readUntil(caller, "\"content\":\"one\"");
            caller.shutdownOutput();
            shut.countDown();
            var rest = new String(caller.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(rest).contains("two", "[DONE]").endsWith("0\r\n\r\n");
        }
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.COMPLETED);
    }

    @Test
    void resetsTheUpstreamWhenTheCallerOfAUnaryCallLeaves() throws Exception {
        var upstreamGone = new CountDownLatch(1);
        first.next((request, out) -> {
            if (request.socket().getInputStream().read() < 0) {
                upstreamGone.countDown();
            }
        });

        try (var caller = raw(chat("chat-a", ""))) {
            await().until(() -> !first.received().isEmpty());
            assertThat(caller.isConnected()).isTrue();
        }

        assertThat(upstreamGone.await(20, TimeUnit.SECONDS)).isTrue();
        await().until(() -> !node.books.events.isEmpty());
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.CANCELLED);
    }

    @Test
    void slowsTheUpstreamDownToTheCallersPace() throws Exception {
        var written = new AtomicLong();
        var over = new AtomicBoolean();
        first.next((request, out) -> {
            beginStream(out);
            var block = delta("x".repeat(1000)).repeat(16);
            try {
                while (!over.get()) {
                    chunk(out, block);
                    written.addAndGet(block.length());
                }
            } catch (IOException cut) {
                over.set(true);
            }
        });

        try (var caller = rawStream()) {
            readUntil(caller, "xxxx");
            var before = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(500))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> written.get() == before.getAndSet(written.get()));
            assertThat(written.get()).isLessThan(32L * 1024 * 1024);
        } finally {
            over.set(true);
        }
    }

    @Test
    void billsAnExplicitZero() throws Exception {
        var zero =
                ",\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}\n\n";
        first.next(
                sse(
                        delta("").replace("}\n\n", zero),
                        finish("content_filter").replace("}\n\n", zero),
                        DONE));

        node.chat(chat("chat-a", STREAM));

        var event = node.books.events.getFirst();
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
        assertThat(event.tokens().total()).isZero();
        assertThat(event.finishReason()).isEqualTo("content_filter");
    }

    @Test
    void normalisesFinishReasons() {
        first.next(
                sse(
                        delta("A").replace("\"finish_reason\":null", "\"finish_reason\":\"\""),
                        delta("B").replace("\"finish_reason\":null", "\"finish_reason\":\"null\""),
                        finish("eos_token"),
                        DONE));
        first.next(
                sse(
                        delta("")
                                .replace(
                                        "\"content\":\"\"",
                                        "\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":"
                                                + "\"function\",\"function\":{\"name\":\"f\","
                                                + "\"arguments\":\"{}\"}}]"),
                        finish("stop"),
                        DONE));

        var text = node.chat(chat("chat-a", STREAM)).body();
        var tools = node.chat(chat("chat-a", STREAM)).body();

        assertThat(text)
                .doesNotContain("\"finish_reason\":\"\"", "\"null\"", "eos_token")
                .containsOnlyOnce("\"finish_reason\":\"stop\"");
        assertThat(tools)
                .doesNotContain("\"finish_reason\":\"stop\"")
                .containsOnlyOnce("\"finish_reason\":\"tool_calls\"");
    }

    @Test
    void asksAgainWithoutTheFieldThatTheTargetRefuses() {
        first.next(
                json(
                        400,
                        "{\"error\":{\"message\":\"Unrecognized request argument supplied:"
                                + " stream_options\",\"type\":\"invalid_request_error\"}}"));
        first.always(sse(delta("Hi"), finish("stop"), DONE));

        var answer = node.chat(chat("chat-a", STREAM));
        node.chat(chat("chat-a", STREAM));

        assertThat(answer.body()).endsWith(DONE);
        assertThat(first.received()).hasSize(3);
        assertThat(first.received().get(1).text()).doesNotContain("stream_options");
        assertThat(first.received().get(2).text()).doesNotContain("stream_options");
        assertThat(node.books.events.getFirst().usageSource()).isEqualTo(UsageSource.COUNTED);
    }

    @Test
    void keepsTheConnectionAfterAWholeStream() {
        first.always(sse(delta("Hi"), finish("stop"), DONE));

        for (var i = 0; i < 10; i++) {
            node.chat(chat("chat-a", STREAM));
        }

        assertThat(first.received().stream().map(ScriptedUpstream.Received::socket).distinct())
                .hasSizeLessThan(10);
    }

    @Test
    void relaysALargeUnaryReplyAsItComes() {
        var text = "x".repeat(3 * 1024 * 1024);
        first.next(json(200, completion(text, 5, 7)));

        var answer = node.chat(chat("chat-a", ""));

        assertThat(answer.body()).isEqualTo(completion(text, 5, 7).replace("up-chat", "chat-a"));
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(7);
    }

    private static ScriptedUpstream.Script endless(CountDownLatch gone) {
        return (request, out) -> {
            beginStream(out);
            try {
                for (var i = 0; ; i++) {
                    chunk(out, delta("t" + i));
                    if (gone.await(50, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            } catch (IOException reset) {
                gone.countDown();
            }
        };
    }

    private Socket rawStream() throws IOException {
        return raw(chat("chat-a", STREAM));
    }

    private Socket raw(String body) throws IOException {
        var socket = new Socket("127.0.0.1", node.port);
        socket.setSoTimeout(20_000);
        var head =
                "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
                        + TestConfig.KEY
                        + "\r\ncontent-type: application/json\r\ncontent-length: "
                        + body.length()
                        + "\r\n\r\n";
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    private static void readUntil(Socket socket, String wanted) throws IOException {
        var text = new StringBuilder();
        var in = socket.getInputStream();
        while (text.indexOf(wanted) < 0) {
            var b = in.read();
            if (b < 0) {
                throw new IOException("closed after: " + text);
            }
            text.append((char) b);
        }
    }
}
