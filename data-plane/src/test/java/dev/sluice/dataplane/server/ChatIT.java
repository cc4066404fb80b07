package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The plain way through a node: chat, streams, embeddings, models. */
class ChatIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .alias("embed-a", "\"targets\":[{\"model\":\"one\"}]")
                                .chain("chat-a", "one")
                                .chain("secret", "one")
                                .hide("secret"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @Test
    void answersAUnaryCallAndBooksIt() {
        upstream.next(json(200, completion("hello", 11, 4)));

        var answer = node.chat(chat("chat-a", ",\"temperature\":0.70000000000000000001"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo(completion("hello", 11, 4).replace("up-chat", "chat-a"));
        assertThat(answer.headers().firstValue("x-sluice-cost")).contains("0.000054");
        assertThat(answer.headers().firstValue("x-sluice-tokens")).contains("input=11, output=4");
        assertThat(answer.headers().firstValue("x-upstream-status")).contains("200");
        assertThat(answer.headers().firstValue("x-sluice-route")).isPresent();
        assertThat(answer.headers().firstValue("x-ratelimit-limit-requests")).contains("60");
        assertThat(answer.headers().firstValue("x-request-id").orElseThrow()).startsWith("req_");
        var sent = upstream.received().getFirst();
        assertThat(sent.path()).isEqualTo("/chat/completions");
        assertThat(sent.headers())
                .containsEntry("authorization", "Bearer sk-one")
                .containsEntry("content-length", Integer.toString(sent.body().length))
                .doesNotContainKey("transfer-encoding");
        assertThat(sent.text())
                .contains("\"model\":\"up-chat\"")
                .contains("0.70000000000000000001")
                .contains("\"max_completion_tokens\":4096");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
        assertThat(event.tokens().input()).isEqualTo(11);
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void relaysAStreamAndHidesTheUsageNobodyAskedFor() {
        upstream.next(
                sse(
                        delta(""),
                        delta("Hi ") + delta("there").substring(0, 40),
                        delta("there").substring(40),
                        finish("stop") + usage(11, 4),
                        DONE));

        var answer = node.chat(chat("chat-a", ",\"stream\":true"));

        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith("text/event-stream");
        assertThat(answer.body())
                .isEqualTo(
                        (delta("") + delta("Hi ") + delta("there") + finish("stop") + DONE)
                                .replace("up-chat", "chat-a"));
        assertThat(upstream.received().getFirst().text())
                .contains("\"stream_options\":{\"include_usage\":true}");
        var event = node.books.events.getFirst();
        assertThat(event.tokens().output()).isEqualTo(4);
        assertThat(event.finishReason()).isEqualTo("stop");
        assertThat(event.servedModel()).isEqualTo("up-chat");
    }

    @Test
    void handsOnTheUsageThatWasAskedFor() {
        upstream.next(sse(delta("Hi"), finish("stop"), usage(11, 4), DONE));

        var answer =
                node.chat(
                        chat(
                                "chat-a",
                                ",\"stream\":true,\"stream_options\":{\"include_usage\":true}"));

        assertThat(answer.body()).contains("\"total_tokens\":15").endsWith(DONE);
    }

    @Test
    void carriesEmbeddings() {
        upstream.next(
                json(
                        200,
                        "{\"object\":\"list\",\"data\":[{\"object\":\"embedding\",\"index\":0,"
                                + "\"embedding\":[1.0]}],\"model\":\"up\",\"usage\":"
                                + "{\"prompt_tokens\":1,\"total_tokens\":1}}"));

        var answer = node.post("/embeddings", "{\"model\":\"embed-a\",\"input\":\"a\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"model\":\"embed-a\"");
        assertThat(upstream.received().getFirst().path()).isEqualTo("/embeddings");
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(1);
    }

    @Test
    void listsOnlyWhatTheKeyMayCallChatFirst() {
        var answer = node.get(node.port, "/v1/models", "x-api-key", TestConfig.KEY);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .containsSubsequence("\"id\":\"chat-a\"", "\"id\":\"embed-a\"")
                .doesNotContain("secret");
    }

    @Test
    void takesTheTraceOfTheCaller() {
        upstream.next(json(200, completion("hello", 1, 1)));
        var trace = "0af7651916cd43dd8448eb211c80319c";

        var answer =
                node.chat(
                        chat("chat-a", ""),
                        "api-key",
                        TestConfig.KEY,
                        "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");

        assertThat(answer.headers().firstValue("x-trace-id")).contains(trace);
        assertThat(upstream.received().getFirst().headers().get("traceparent")).contains(trace);
        assertThat(node.books.events.getFirst().traceId()).isEqualTo(trace);
    }

    @Test
    void tellsItsFiguresAndItsState() {
        upstream.next(json(200, completion("hello", 1, 1)));
        node.chat(chat("chat-a", ""));

        assertThat(node.get(node.managementPort, "/healthz").statusCode()).isEqualTo(200);
        assertThat(node.get(node.managementPort, "/readyz").statusCode()).isEqualTo(200);
        assertThat(node.get(node.managementPort, "/metrics").body())
                .contains(
                        "sluice_requests_total{alias=\"chat-a\",code=\"\",status=\"completed\"} 1")
                .contains("sluice_upstream_attempts_seconds_count");
    }
}
