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

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageStatus;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Anthropic's dialect at the front door, at the back door, and at both. */
class AnthropicIT {
    private static final String MESSAGE =
            "{\"id\":\"msg_u\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"up-chat\","
                    + "\"content\":[{\"type\":\"text\",\"text\":\"hello\"}],"
                    + "\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"future\":1.10,"
                    + "\"usage\":{\"input_tokens\":14,\"cache_read_input_tokens\":100,"
                    + "\"cache_creation_input_tokens\":10,\"output_tokens\":5}}";
    private static final String START =
            event(
                    "message_start",
                    "\"message\":{\"id\":\"msg_u\",\"type\":\"message\",\"role\":\"assistant\","
                            + "\"model\":\"up-chat\",\"content\":[],\"stop_reason\":null,"
                            + "\"stop_sequence\":null,"
                            + "\"usage\":{\"input_tokens\":9,\"output_tokens\":1}}");
    private static final String TEXT =
            event(
                            "content_block_start",
                            "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                    + event("ping", null)
                    + event(
                            "content_block_delta",
                            "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}");
    private static final String STOP = event("content_block_stop", "\"index\":0");
    private static final String END =
            event(
                            "message_delta",
                            "\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                                    + "\"usage\":{\"output_tokens\":4}")
                    + event("message_stop", null);

    private ScriptedUpstream openai;
    private ScriptedUpstream claude;
    private TestNode node;

    private static String event(String type, String more) {
        return "event: "
                + type
                + "\ndata: {\"type\":\""
                + type
                + "\""
                + (more == null ? "" : "," + more)
                + "}\n\n";
    }

    @BeforeEach
    void start() {
        openai = new ScriptedUpstream();
        claude = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", openai)
                                .upstream(
                                        "claude",
                                        "\"provider\":\"anthropic\",\"baseUrl\":\""
                                                + claude.url()
                                                + "\"")
                                .chain("chat-a", "one")
                                .chain("chain-a", "claude", "one")
                                .chain("claude-a", "claude"));
    }

    @AfterEach
    void stop() {
        node.close();
        openai.close();
        claude.close();
    }

    private HttpResponse<String> messages(String alias, String more) {
        return node.post(
                "/v1/messages",
                "{\"model\":\""
                        + alias
                        + "\",\"max_tokens\":64,\"system\":\"Be brief.\","
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
                        + more
                        + "}",
                "x-api-key",
                TestConfig.KEY,
                "anthropic-version",
                "2023-06-01",
                "anthropic-beta",
                "some-2026");
    }

    private static JsonNode body(HttpResponse<String> answer) {
        return SluiceJson.mapper().readTree(answer.body());
    }

    @Test
    void servesClientsOfTheDialectFromAnOpenAiUpstream() {
        openai.next(json(200, completion("hello", 11, 4)));

        var answer = messages("chat-a", ",\"temperature\":0.5,\"metadata\":{\"user_id\":\"u-1\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        var message = body(answer);
        assertThat(message.path("id").asString()).startsWith("msg_");
        assertThat(message.path("model").asString()).isEqualTo("chat-a");
        assertThat(message.path("content").path(0).path("text").asString()).isEqualTo("hello");
        assertThat(message.path("stop_reason").asString()).isEqualTo("end_turn");
        assertThat(message.path("usage").path("input_tokens").asInt()).isEqualTo(11);
        assertThat(message.path("usage").path("output_tokens").asInt()).isEqualTo(4);
        var sent = openai.received().getFirst();
        assertThat(sent.path()).isEqualTo("/chat/completions");
        assertThat(sent.headers()).doesNotContainKey("anthropic-beta");
        assertThat(sent.text())
                .contains("{\"role\":\"system\",\"content\":\"Be brief.\"}")
                .contains("\"max_completion_tokens\":64")
                .contains("\"user\":\"u-1\"");
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(11);
    }

    @Test
    void streamsToClientsOfTheDialectFromAnOpenAiUpstream() {
        openai.next(sse(delta("Hi "), delta("there"), finish("stop") + usage(11, 4), DONE));

        var answer = messages("chat-a", ",\"stream\":true");

        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith("text/event-stream");
        assertThat(openai.received().getFirst().text()).contains("\"include_usage\":true");
        assertThat(answer.body().replaceAll("(?m)^data: .*\n\n", ""))
                .isEqualTo(
                        """
                        event: message_start
                        event: content_block_start
                        event: content_block_delta
                        event: content_block_delta
                        event: content_block_stop
                        event: message_delta
                        event: message_stop
                        """);
        assertThat(answer.body())
                .contains("\"stop_reason\":\"end_turn\"")
                .contains("\"input_tokens\":11", "\"output_tokens\":4");
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void writesLargeRequestsForAnotherDialectToo() {
        var word = "a longer history ";
        openai.always(ScriptedUpstream.json(200, ScriptedUpstream.completion("Hello", 11, 4)));

        var answer = messages("chat-a", ",\"stop_sequences\":[\"" + word.repeat(20_000) + "\"]");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(openai.received().getLast().text()).contains(word.repeat(20_000));
        assertThat(node.books.events).hasSize(1);
    }

    @Test
    void tellsClientsOfTheDialectThatAStreamBrokeOff() {
        openai.next(sse(delta("Hello"), delta(" wor")));

        var answer = messages("chat-a", ",\"stream\":true");

        assertThat(answer.body())
                .contains("Hello", " wor")
                .containsOnlyOnce("event: error")
                .containsOnlyOnce("event: content_block_stop")
                .doesNotContain("message_stop", "message_delta");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    @Test
    void reachesAnUpstreamOfTheDialectForClientsOfOpenAi() {
        claude.next(json(200, MESSAGE));

        var answer = node.chat(chat("claude-a", ",\"seed\":7,\"temperature\":1.5"));

        assertThat(answer.statusCode()).isEqualTo(200);
        var reply = body(answer);
        assertThat(reply.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo("hello");
        assertThat(reply.path("usage").path("prompt_tokens").asInt()).isEqualTo(124);
        assertThat(answer.headers().firstValue("x-sluice-warnings").orElseThrow())
                .contains("seed dropped", "temperature lowered from 1.5 to 1");
        var sent = claude.received().getFirst();
        assertThat(sent.path()).isEqualTo("/v1/messages");
        assertThat(sent.headers())
                .containsEntry("x-api-key", "sk-claude")
                .containsEntry("anthropic-version", "2023-06-01")
                .doesNotContainKey("authorization");
        assertThat(sent.text()).contains("\"max_tokens\":4096", "\"model\":\"up-chat\"");
        var tokens = node.books.events.getFirst().tokens();
        assertThat(tokens.input()).isEqualTo(124);
        assertThat(tokens.cachedInput()).isEqualTo(100);
        assertThat(tokens.cacheWrite()).isEqualTo(10);
    }

    @Test
    void refusesWhatTheDialectCannotSay() {
        var strict =
                node.chat(
                        chat("claude-a", ",\"seed\":7"),
                        "authorization",
                        "Bearer " + TestConfig.KEY,
                        "x-sluice-strict",
                        "true");
        var choices = node.chat(chat("claude-a", ",\"n\":2"));

        assertThat(strict.statusCode()).isEqualTo(400);
        assertThat(strict.body()).contains("seed");
        assertThat(choices.statusCode()).isEqualTo(400);
        assertThat(claude.received()).isEmpty();
    }

    @Test
    void streamsFromAnUpstreamOfTheDialectToClientsOfOpenAi() {
        claude.next(sse(START, TEXT, STOP + END));
        claude.next(sse(START, TEXT));

        var whole = node.chat(chat("claude-a", ",\"stream\":true"));
        var cut = node.chat(chat("claude-a", ",\"stream\":true"));

        assertThat(whole.body())
                .contains("\"content\":\"Hi\"", "\"finish_reason\":\"stop\"")
                .endsWith(DONE);
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(9);
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(4);
        assertThat(cut.body()).contains("stream_incomplete").doesNotContain("[DONE]");
    }

    @Test
    void changesNothingBetweenTwoOfTheDialect() {
        claude.next(json(200, MESSAGE));
        claude.next(sse(START, TEXT, STOP + END));
        claude.next(sse(START, TEXT));

        var unary = messages("claude-a", ",\"future_field\":[1.10]");
        var stream = messages("claude-a", ",\"stream\":true");
        var cut = messages("claude-a", ",\"stream\":true");

        assertThat(unary.body()).isEqualTo(MESSAGE.replace("up-chat", "claude-a"));
        var sent = claude.received().getFirst();
        assertThat(sent.headers())
                .containsEntry("anthropic-beta", "some-2026")
                .containsEntry("x-api-key", "sk-claude");
        assertThat(sent.text()).contains("\"future_field\":[1.10]", "\"max_tokens\":64");
        assertThat(stream.body())
                .isEqualTo((START + TEXT + STOP + END).replace("up-chat", "claude-a"));
        assertThat(cut.body())
                .startsWith((START + TEXT).replace("up-chat", "claude-a") + STOP)
                .containsOnlyOnce("event: error")
                .doesNotContain("message_stop");
        assertThat(node.books.events.get(0).tokens().input()).isEqualTo(124);
        assertThat(node.books.events.get(1).tokens().output()).isEqualTo(4);
        assertThat(node.books.events.get(2).status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    @Test
    void tellsAnOverloadInEachDialectsOwnWay() {
        var overloaded =
                json(
                        529,
                        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
                                + "\"message\":\"Overloaded\"}}");
        claude.always(overloaded);

        var same = messages("claude-a", "");
        var other = node.chat(chat("claude-a", ""));

        assertThat(same.statusCode()).isEqualTo(529);
        assertThat(body(same).path("error").path("type").asString()).isEqualTo("overloaded_error");
        assertThat(other.statusCode()).isEqualTo(503);
        assertThat(body(other).path("error").path("message").asString()).isNotEmpty();
        assertThat(body(other).has("type")).isFalse();

        openai.next(json(200, completion("b", 5, 1)));
        assertThat(messages("chain-a", "").body()).contains("\"text\":\"b\"");
    }

    @Test
    void endsWhereTheTerminatorLacksItsEmptyLine() {
        openai.next(sse(delta("Hi"), finish("stop") + usage(5, 2), "data: [DONE]"));
        claude.next(sse(START, TEXT, (STOP + END).strip()));

        assertThat(messages("chat-a", ",\"stream\":true").body())
                .contains("Hi")
                .endsWith(event("message_stop", null));
        assertThat(messages("claude-a", ",\"stream\":true").body())
                .contains("Hi")
                .endsWith(event("message_stop", null));
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void refusesInTheDialectsOwnWords() {
        var noCap = node.post("/v1/messages", chat("chat-a", ""));
        var noKey = node.post("/v1/messages", "{}", "x-api-key", "ak_wrong");
        var unknown = node.post("/v1/messages/batches", "{}");
        var alias = messages("nobody", "");

        assertThat(noCap.statusCode()).isEqualTo(400);
        assertThat(body(noCap).path("type").asString()).isEqualTo("error");
        assertThat(body(noCap).path("error").path("type").asString())
                .isEqualTo("invalid_request_error");
        assertThat(body(noCap).path("error").path("message").asString())
                .isEqualTo("max_tokens: Field required");
        assertThat(body(noCap).path("request_id").asString())
                .isEqualTo(noCap.headers().firstValue("x-request-id").orElseThrow());
        assertThat(noKey.body()).contains("\"type\":\"error\"");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(body(unknown).path("error").path("type").asString())
                .isEqualTo("not_found_error");
        assertThat(body(alias).path("error").path("type").asString()).isEqualTo("not_found_error");
    }

    @Test
    void countsTokensWithoutACall() {
        var counted =
                node.post(
                        "/v1/messages/count_tokens?beta=true",
                        "{\"model\":\"chat-a\",\"system\":\"s\","
                                + "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");
        var wrongKey =
                node.post("/v1/messages/count_tokens", chat("chat-a", ""), "x-api-key", "ak_no");

        assertThat(counted.statusCode()).isEqualTo(200);
        assertThat(body(counted).path("input_tokens").asInt()).isPositive();
        assertThat(wrongKey.statusCode()).isEqualTo(401);
        assertThat(body(wrongKey).path("error").path("type").asString())
                .isEqualTo("authentication_error");
        assertThat(openai.received()).isEmpty();
        assertThat(node.books.events).isEmpty();
        assertThat(node.books.held).hasValue(0);
    }

    @Test
    void listsModelsInTheShapeThatTheHeadersAskFor() {
        var list =
                node.get(
                        node.port,
                        "/v1/models",
                        "x-api-key",
                        TestConfig.KEY,
                        "anthropic-version",
                        "2023-06-01");
        var one =
                node.get(
                        node.port,
                        "/v1/models/claude-a",
                        "x-api-key",
                        TestConfig.KEY,
                        "anthropic-version",
                        "2023-06-01");
        var plain = node.get(node.port, "/v1/models", "x-api-key", TestConfig.KEY);

        assertThat(body(list).path("has_more").asBoolean(true)).isFalse();
        assertThat(body(list).path("first_id"))
                .isEqualTo(body(list).path("data").path(0).path("id"));
        assertThat(body(list).path("data").path(0).path("type").asString()).isEqualTo("model");
        assertThat(body(one).path("display_name").asString()).isEqualTo("claude-a");
        assertThat(body(plain).path("object").asString()).isEqualTo("list");
    }
}
