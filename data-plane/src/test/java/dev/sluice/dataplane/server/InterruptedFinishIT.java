package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.beginStream;
import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.usage.UsageStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that break off, for callers who want that told by a finish reason. */
class InterruptedFinishIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .alias(
                                        "chat-a",
                                        "\"targets\":[{\"model\":\"one\"}],"
                                                + "\"policies\":{\"interruptedFinish\":true}"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private void cutAfter(String... frames) {
        upstream.next((request, out) -> {
            beginStream(out);
            for (var frame : frames) {
                chunk(out, frame);
            }
            request.socket().close();
        });
    }

    private void assertInterrupted() {
        await().until(() -> node.books.events.size() == 1);
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.INTERRUPTED);
        assertThat(node.books.events.getFirst().tokens().output()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/chat/completions | \"finish_reason\":\"interrupted\" | data: [DONE]",
                "/v1/messages | \"stop_reason\":\"interrupted\" | \"type\":\"message_stop\"",
                "/v1/responses | \"reason\":\"interrupted\" | event: response.incomplete",
            })
    void endByTheFinishReasonAndTheTerminator(String path, String reason, String terminator) {
        cutAfter(delta("Hi "), delta("there"));
        var body =
                path.endsWith("responses")
                        ? "{\"model\":\"chat-a\",\"input\":\"hi\",\"stream\":true}"
                        : chat("chat-a", ",\"max_tokens\":9,\"stream\":true");

        var answer = node.post(path, body);

        assertThat(answer.body()).contains("there", reason, terminator).doesNotContain("error\":{");
        assertInterrupted();
    }

    @Test
    void neverCompletesTheArgumentsOfATool() {
        cutAfter(
                "data: {\"id\":\"up-1\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,"
                        + "\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"pay\","
                        + "\"arguments\":\"{\\\"sum\\\":1\"}}]},\"finish_reason\":null}]}\n\n");

        var answer = node.chat(chat("chat-a", ",\"stream\":true"));

        assertThat(answer.body())
                .contains("stream_incomplete")
                .doesNotContain("interrupted\"", "[DONE]");
        assertInterrupted();
    }
}
