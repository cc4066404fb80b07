package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.dialect.openai.chat.ChatCodec;
import dev.sluice.dataplane.dialect.testing.Transcript;
import dev.sluice.model.usage.UsageSource;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What upstreams, configs and callers must not be able to do: leave a call without an end. */
class FaultyUpstreamIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .upstream(
                                        "odd",
                                        "\"provider\":\"openai\",\"baseUrl\":\""
                                                + upstream.url()
                                                + "\",\"headers\":{\"X-A\":\"a\\r\\nX: 1\"}")
                                .upstream(
                                        "nowhere",
                                        "\"provider\":\"openai\",\"baseUrl\":\"http://h:99999\"")
                                .chain("chat-a", "one")
                                .chain("odd-a", "odd")
                                .chain("nowhere-a", "nowhere"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private void assertBooked() {
        await().until(() -> node.books.held.get() == 0);
        assertThat(node.books.events).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: [DONE]", "data: [DONE]\n"})
    void aLastLineWithoutItsEndEndsTheStream(String last) {
        upstream.next(sse(delta("hello"), finish("stop"), last));

        var answer = node.chat(chat("chat-a", ",\"stream\":true"));

        assertThat(answer.body()).contains("hello").endsWith(DONE);
        assertBooked();
    }

    @Test
    void dataOfSeveralLinesLeavesAsOne() {
        var lines = delta("hello").strip().replace(",", ",\ndata: ") + "\n\n";
        upstream.next(sse(lines, finish("stop"), DONE));

        var answer = node.chat(chat("chat-a", ",\"stream\":true"));

        assertThat(answer.body().lines().filter(line -> !line.isEmpty()))
                .allMatch(line -> line.startsWith("data: "));
        var read =
                Transcript.of(
                        new ChatCodec().streams(), answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(read.text()).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "1e999999999", "5.5", "-5", "\"11\"", "true", "[]"})
    void figuresThatAreNoneAreCountedByTheGateway(String figure) {
        var body =
                completion("hello there", 11, 4)
                        .replace("\"prompt_tokens\":11", "\"prompt_tokens\":" + figure)
                        .replace("\"completion_tokens\":4", "\"completion_tokens\":" + figure);
        upstream.next(json(200, body));

        var answer = node.chat(chat("chat-a", ""));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertBooked();
        var event = node.books.events.getFirst();
        assertThat(event.usageSource()).isEqualTo(UsageSource.COUNTED);
        assertThat(event.tokens().output()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"odd-a", "nowhere-a"})
    void aConfigThatCannotBeSentEndsTheCall(String alias) {
        var answer = node.chat(chat(alias, ""));

        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(answer.body()).doesNotContain("99999");
        assertBooked();
    }

    @Test
    void aBodyThatIsNotUtf8IsRefused() throws Exception {
        var request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:" + node.port + "/v1/chat/completions"))
                        .header("authorization", "Bearer " + TestConfig.KEY)
                        .POST(
                                HttpRequest.BodyPublishers.ofByteArray(
                                        chat("chat-a", "").getBytes(StandardCharsets.UTF_16)))
                        .build();

        var answer = TestNode.send(request);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"stream\":true"})
    void theSecretThatAnErrorEchoesStaysHere(String more) {
        var error =
                "{\"error\":{\"message\":\"Invalid: bearer sk-one, sk-one\",\"code\":\"sk-one\"}}";
        var answers =
                List.of(
                        json(400, error),
                        json(200, error),
                        json(503, error),
                        sse(delta("hel"), "data: " + error + "\n\n"));

        for (var scripted : answers) {
            upstream.always(scripted);
            var isStream = scripted == answers.getLast();
            var answer = node.chat(chat("chat-a", isStream ? ",\"stream\":true" : more));

            assertThat(answer.body()).contains("bearer ***, ***").doesNotContain("sk-one");
        }
    }
}
