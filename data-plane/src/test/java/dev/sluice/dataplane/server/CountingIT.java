package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens are counted by the upstream where it speaks the caller's dialect, else by the gateway. */
class CountingIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        var config = new TestConfig();
        Map.of(
                        "claude", "\"provider\":\"anthropic\"",
                        "google", "\"provider\":\"gemini\"",
                        "same", "\"provider\":\"openai\",\"dialect\":\"openai-responses\"")
                .forEach((name, provider) ->
                        config.upstream(name, provider + ",\"baseUrl\":\"" + upstream.url() + "\"")
                                .chain(name + "-a", name));
        node = new TestNode(config);
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private HttpResponse<String> messages(String model) {
        return node.post(
                "/v1/messages/count_tokens?beta=true",
                "{\"model\":\""
                        + model
                        + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}",
                "x-api-key",
                TestConfig.KEY,
                "anthropic-beta",
                "context-1m");
    }

    private static int count(HttpResponse<String> answer, String field) {
        assertThat(answer.statusCode()).isEqualTo(200);
        return SluiceJson.mapper().readTree(answer.body()).path(field).asInt();
    }

    @Test
    void asksAnUpstreamOfTheCallersDialect() {
        upstream.next(json(200, "{\"input_tokens\":42,\"more\":{}}"));
        upstream.next(json(200, "{\"totalTokens\":31}"));
        upstream.next(json(200, "{\"object\":\"response.input_tokens\",\"input_tokens\":7}"));

        var claude = messages("claude-a");
        var google =
                node.post(
                        "/v1beta/models/google-a:countTokens",
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}]}");
        var openai =
                node.post("/v1/responses/input_tokens", "{\"model\":\"same-a\",\"input\":\"hi\"}");

        assertThat(claude.body()).isEqualTo("{\"input_tokens\":42,\"more\":{}}");
        assertThat(count(google, "totalTokens")).isEqualTo(31);
        assertThat(count(openai, "input_tokens")).isEqualTo(7);
        assertThat(upstream.received())
                .extracting(ScriptedUpstream.Received::path)
                .containsExactly(
                        "/v1/messages/count_tokens",
                        "/v1beta/models/up-chat:countTokens",
                        "/responses/input_tokens");
        var sent = upstream.received().getFirst();
        assertThat(sent.headers()).containsEntry("anthropic-beta", "context-1m");
        assertThat(sent.text()).contains("\"up-chat\"").doesNotContain("max_tokens");
        assertThat(node.books.events).isEmpty();
        assertThat(node.books.held).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "<html>", "{\"input_tokens\":\"x\"}", ""})
    void countsItselfWhereTheAnswerHoldsNoNumber(String body) {
        upstream.next(json(200, body));

        assertThat(count(messages("claude-a"), "input_tokens")).isPositive();
    }

    @Test
    void doesNotAskAgainWhatAServerDoesNotHave() {
        upstream.next(json(500, "{}")).next(json(404, "{}"));

        assertThat(count(messages("claude-a"), "input_tokens")).isPositive();
        assertThat(count(messages("claude-a"), "input_tokens")).isPositive();
        assertThat(count(messages("claude-a"), "input_tokens")).isPositive();

        assertThat(upstream.received()).hasSize(2);
    }

    @Test
    void countsItselfForAnotherDialect() {
        assertThat(count(messages("google-a"), "input_tokens")).isPositive();

        assertThat(upstream.received()).isEmpty();
    }
}
