package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.config.OpenSecret;
import dev.sluice.model.usage.UsageStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upstreams that fail before the first content. */
class FailoverIT {
    private ScriptedUpstream first;
    private ScriptedUpstream second;
    private TestNode node;

    @BeforeEach
    void start() {
        first = new ScriptedUpstream();
        second = new ScriptedUpstream().always(json(200, completion("b", 5, 1)));
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", first)
                                .openai("two", second)
                                .openai("none", second)
                                .secrets("none")
                                .upstream(
                                        "dead",
                                        "\"provider\":\"vllm\",\"instances\":[\"http://127.0.0.1:"
                                                + TestNode.freePort()
                                                + "\",\""
                                                + second.url()
                                                + "\"]")
                                .upstream(
                                        "exotic",
                                        "\"provider\":\"grpc-oip\",\"baseUrl\":\"http://h\"")
                                .chain("chat-a", "one")
                                .chain("chain-a", "one", "two")
                                .chain("pool-a", "dead")
                                .chain("unset-a", "none")
                                .chain("exotic-a", "exotic")
                                .alias(
                                        "fast-a",
                                        "\"targets\":[{\"model\":\"one\"}],"
                                                + "\"timeouts\":{\"total\":\"1500ms\"}")
                                .alias(
                                        "impatient-a",
                                        "\"strategy\":\"priority\",\"targets\":[{\"model\":\"one\"},"
                                                + "{\"model\":\"two\"}],\"timeouts\":{\"total\":"
                                                + "\"1500ms\"},\"retry\":{\"onTimeout\":true}"));
    }

    @AfterEach
    void stop() {
        node.close();
        first.close();
        second.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429|{\"error\":{\"message\":\"You exceeded your current quota\","
                        + "\"code\":\"insufficient_quota\"}}",
                "401|{\"type\":\"CreditsError\",\"message\":\"Insufficient balance\"}",
                "429|{\"error\":{\"code\":\"1113\",\"message\":\"Insufficient balance\"}}",
                "402|{\"error\":{\"message\":\"Payment Required\"}}"
            })
    void parksASecretThatIsOutOfMoneyAndMovesOn(int status, String body) {
        first.always(json(status, body));

        assertThat(node.chat(chat("chain-a", "")).body()).contains("\"content\":\"b\"");
        assertThat(node.chat(chat("chain-a", "")).statusCode()).isEqualTo(200);

        assertThat(first.received()).hasSize(1);
        assertThat(second.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"x\",",
                "",
                "<html><body>Sign in</body></html>",
                "{\"error\":{\"message\":\"boom\",\"type\":\"server_error\"}}",
                "{\"choices\":[]}",
                "[]"
            })
    void takesNoBrokenReplyForASuccess(String body) {
        first.always(json(200, body));

        var alone = node.chat(chat("chat-a", ""));
        var chained = node.chat(chat("chain-a", ""));

        assertThat(alone.statusCode()).isIn(502, 503);
        assertThat(alone.headers().firstValue("content-type")).contains("application/json");
        assertThat(alone.body()).contains("\"message\":");
        assertThat(alone.headers().firstValue("x-sluice-error")).isPresent();
        assertThat(chained.body()).contains("\"content\":\"b\"");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.FAILED);
        assertThat(event.cost().nanos()).isZero();
    }

    @Test
    void triesABusyServerOnceMoreWhenItIsAlone() {
        first.next(json(503, "{\"error\":{\"message\":\"busy\"}}"));
        first.next(json(200, completion("late", 1, 1)));

        assertThat(node.chat(chat("chat-a", "")).body()).contains("late");
        assertThat(first.received()).hasSize(2);
    }

    @Test
    void handsOnWhatTheUpstreamSaysAboutTheRequest() {
        first.next(json(400, "{\"error\":{\"message\":\"bad\",\"weird\":1}}"));

        var answer = node.chat(chat("chain-a", ""));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"error\":{\"message\":\"bad\",\"weird\":1}}");
        assertThat(answer.headers().firstValue("x-sluice-error")).contains("invalid_request");
        assertThat(answer.headers().firstValue("x-upstream-status")).contains("400");
        assertThat(second.received()).isEmpty();
    }

    @Test
    void givesNoCallerAPageForAnError() {
        first.next(typed(404, "text/html", "<html>nginx</html>"));

        var answer = node.chat(chat("chat-a", ""));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).startsWith("{\"error\":").contains("model_not_found");
    }

    @Test
    void keepsItsOwnCredentialsTroubleToItself() {
        first.always(json(401, "{\"error\":{\"message\":\"Incorrect API key sk-one\"}}"));

        var answer = node.chat(chat("chat-a", ""));

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).doesNotContain("sk-one");
    }

    @Test
    void triesTheNextSecretOfTheSameUpstream() {
        node.snapshot =
                new TestConfig()
                        .openai("one", first)
                        .secrets("one", new OpenSecret("a", "sk-a"), new OpenSecret("b", "sk-b"))
                        .chain("chat-a", "one")
                        .build();
        first.next(json(429, "{\"error\":{\"message\":\"slow down\"}}", "retry-after: 30"));
        first.always(json(200, completion("ok", 1, 1)));

        assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);
        assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);

        var used =
                first.received().stream()
                        .map(request -> request.headers().get("authorization"))
                        .toList();
        assertThat(used).hasSize(3);
        assertThat(used.get(1)).isNotEqualTo(used.get(0)).isEqualTo(used.get(2));
    }

    @Test
    void waitsAsLongAsALoneUpstreamAsks() {
        first.next(json(429, "{\"error\":{\"message\":\"slow\"}}", "retry-after-ms: 400"));
        first.next(json(200, completion("ok", 1, 1)));
        var begun = System.nanoTime();

        assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);

        assertThat(System.nanoTime() - begun).isGreaterThan(400_000_000L);
    }

    @Test
    void movesOnFromADeadInstanceAndRemembersIt() {
        for (var i = 0; i < 10; i++) {
            assertThat(node.chat(chat("pool-a", "")).statusCode()).isEqualTo(200);
        }
        var tries = node.books.events.stream().mapToInt(event -> event.attempts().size()).sum();
        assertThat(tries).isLessThanOrEqualTo(12);
        assertThat(second.received().getFirst().path()).isEqualTo("/v1/chat/completions");
    }

    @Test
    void takesABadTargetOutAfterAFewCalls() {
        first.always(json(500, "{\"error\":{\"message\":\"engine dead\"}}"));

        for (var i = 0; i < 14; i++) {
            assertThat(node.chat(chat("chain-a", "")).statusCode()).isEqualTo(200);
        }

        assertThat(first.received()).hasSizeLessThanOrEqualTo(9);
    }

    @Test
    void survivesAConnectionThatIsClosedWithoutAnAnswer() {
        first.next((request, out) -> ScriptedUpstream.reset(request));
        first.always(json(200, completion("ok", 1, 1)));

        assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);
    }

    @Test
    void survivesPooledConnectionsThatDied() {
        first.always((request, out) -> {
            json(200, completion("ok", 1, 1)).play(request, out);
            request.socket().close();
        });

        for (var i = 0; i < 20; i++) {
            assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);
        }
        assertThat(node.books.events)
                .allSatisfy(event -> assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED));
    }

    @Test
    void givesUpInTime() {
        first.always((request, out) -> request.socket().getInputStream().read());

        var answer = node.chat(chat("fast-a", ""));

        assertThat(answer.statusCode()).isEqualTo(504);
        assertThat(answer.body()).contains("\"code\":\"upstream_timeout\"");
        assertThat(first.received()).hasSize(1);
        await().until(() -> first.received().getFirst().socket().isClosed());
    }

    @Test
    void givesTheFallbackItsTurnAfterATimeout() {
        first.always((request, out) -> request.socket().getInputStream().read());

        assertThat(node.chat(chat("impatient-a", "")).body()).contains("\"content\":\"b\"");
        assertThat(first.received()).hasSize(1);
    }

    @Test
    void callsNobodyWithoutACredential() {
        var answer = node.chat(chat("unset-a", ""));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("internal_error", "secret");
        assertThat(second.received()).isEmpty();
        assertThat(node.chat(chat("exotic-a", "")).body()).contains("not supported yet");
    }

    @Test
    void inflatesWhatTheUpstreamCompressed() {
        first.next(gzipped(200, completion("ok", 5, 1)));
        first.next(gzipped(400, "{\"error\":{\"message\":\"bad\"}}"));

        var good = node.chat(chat("chat-a", ""));
        var bad = node.chat(chat("chat-a", ""));

        assertThat(good.headers().firstValue("content-encoding")).isEmpty();
        assertThat(good.body()).contains("\"content\":\"ok\"");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.headers().firstValue("content-encoding")).isEmpty();
        assertThat(bad.body()).contains("\"message\":\"bad\"");
    }

    @Test
    void neverReusesAConnectionThatAnsweredBeforeTheRequestWasRead() {
        var large = "x".repeat(3 * 1024 * 1024);
        first.next((request, out) ->
                json(413, "{\"error\":{\"message\":\"too large\"}}").play(request, out));
        first.always(json(200, completion("ok", 1, 1)));

        var refused =
                node.chat(
                        "{\"model\":\"chat-a\",\"messages\":[{\"role\":\"user\",\"content\":\""
                                + large
                                + "\"}]}");
        node.chat(chat("chat-a", ""));

        assertThat(refused.statusCode()).isEqualTo(413);
        assertThat(first.received().get(1).socket()).isNotEqualTo(first.received().get(0).socket());
    }

    @Test
    void sendsNothingOfTheCallersCredentials() {
        first.next(json(200, completion("ok", 1, 1)));

        node.chat(
                chat("chat-a", ""),
                "authorization",
                "Bearer " + TestConfig.KEY,
                "x-api-key",
                "CANARY1",
                "api-key",
                "CANARY2",
                "cookie",
                "s=CANARY4",
                "proxy-authorization",
                "Basic CANARY5",
                "x-internal-token",
                "CANARY7");

        var sent = first.received().getFirst();
        assertThat(sent.headers().toString()).doesNotContain("CANARY", TestConfig.KEY);
        assertThat(sent.headers()).containsEntry("authorization", "Bearer sk-one");
        assertThat(sent.headers().keySet())
                .containsExactlyInAnyOrder(
                        "host",
                        "content-type",
                        "content-length",
                        "accept",
                        "accept-encoding",
                        "user-agent",
                        "traceparent",
                        "authorization");
    }

    @Test
    void refusesAtOnceWhenEverythingIsOut() {
        first.always(typed(500, "text/plain", "dead"));
        for (var i = 0; i < 3; i++) {
            node.chat(chat("chat-a", ""));
        }

        // One trial call a second goes through; what comes with it is refused at once.
        await().until(() -> isRefusedWithoutACall());
    }

    private boolean isRefusedWithoutACall() {
        var before = first.received().size();
        var answer = node.chat(chat("chat-a", ""));
        return answer.statusCode() == 503
                && answer.headers().firstValue("retry-after").isPresent()
                && first.received().size() == before;
    }

    private static ScriptedUpstream.Script gzipped(int status, String body) {
        return (request, out) -> {
            var packed = gzip(body);
            var head =
                    "HTTP/1.1 "
                            + status
                            + " X\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n"
                            + "content-length: "
                            + packed.length
                            + "\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.UTF_8));
            out.write(packed);
            out.flush();
        };
    }

    static byte[] gzip(String text) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
