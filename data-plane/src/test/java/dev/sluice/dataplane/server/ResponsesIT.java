package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The door of OpenAI's Responses API, before an upstream of its dialect and before a chat one. */
class ResponsesIT {
    private static final String REPLY =
            "{\"id\":\"resp_up\",\"object\":\"response\",\"status\":\"completed\","
                    + "\"model\":\"up-chat\",\"output\":[{\"type\":\"message\",\"id\":\"msg_1\","
                    + "\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":"
                    + "\"output_text\",\"text\":\"Hi\",\"annotations\":[]}]}],\"usage\":"
                    + "{\"input_tokens\":11,\"output_tokens\":4,\"total_tokens\":15}}";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("chat", upstream)
                                .upstream(
                                        "same",
                                        "\"provider\":\"openai\",\"dialect\":\"openai-responses\","
                                                + "\"baseUrl\":\""
                                                + upstream.url()
                                                + "\"")
                                .chain("over-chat", "chat")
                                .chain("as-is", "same"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private static String request(String model, String more) {
        return "{\"model\":\"" + model + "\",\"input\":\"hi\"" + more + "}";
    }

    @Test
    void passesAReplyOnAsItCame() {
        upstream.next(json(200, REPLY));

        var answer = node.post("/v1/responses", request("as-is", ",\"temperature\":0.70"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(REPLY.replace("up-chat", "as-is"));
        var sent = upstream.received().getFirst();
        assertThat(sent.path()).isEqualTo("/responses");
        assertThat(sent.text())
                .isEqualTo(
                        "{\"max_output_tokens\":4096,\"model\":\"up-chat\",\"input\":\"hi\","
                                + "\"temperature\":0.70}");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
        assertThat(event.tokens().output()).isEqualTo(4);
        assertThat(event.finishReason()).isEqualTo("stop");
    }

    @Test
    void passesAStreamOnAsItCame() {
        var created =
                "event: response.created\ndata: {\"type\":\"response.created\","
                        + "\"sequence_number\":0,\"response\":{\"id\":\"resp_up\",\"model\":"
                        + "\"up-chat\",\"status\":\"in_progress\"}}\n\n";
        var delta =
                "event: response.output_text.delta\ndata: {\"type\":"
                        + "\"response.output_text.delta\",\"sequence_number\":1,\"output_index\":0,"
                        + "\"content_index\":0,\"item_id\":\"m\",\"delta\":\"Hi\"}\n\n";
        var last =
                "event: response.completed\ndata: {\"type\":\"response.completed\","
                        + "\"sequence_number\":2,\"response\":"
                        + REPLY
                        + "}\n\n";
        upstream.next(sse(created, delta + last.substring(0, 30), last.substring(30)));

        var answer = node.post("/responses", request("as-is", ",\"stream\":true"));

        assertThat(answer.body()).isEqualTo((created + delta + last).replace("up-chat", "as-is"));
        var event = node.books.events.getFirst();
        assertThat(event.tokens().input()).isEqualTo(11);
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
    }

    @Test
    void understandsAChatUpstreamThatAnswersInThisDialect() {
        var delta =
                "event: response.output_text.delta\ndata: {\"type\":"
                        + "\"response.output_text.delta\",\"output_index\":0,"
                        + "\"content_index\":0,\"item_id\":\"m\",\"delta\":\"Hi\"}\n\n";
        var last =
                "event: response.completed\ndata: {\"type\":\"response.completed\","
                        + "\"response\":"
                        + REPLY
                        + "}\n\n";
        upstream.next(json(200, REPLY))
                .next(sse(delta + last.substring(0, 30), last.substring(30)));

        var whole = node.post("/v1/responses", request("over-chat", ""));
        var stream = node.post("/v1/responses", request("over-chat", ",\"stream\":true"));

        assertThat(
                        SluiceJson.mapper()
                                .readTree(whole.body())
                                .at("/output/0/content/0/text")
                                .asString())
                .isEqualTo("Hi");
        assertThat(stream.body()).contains("\"delta\":\"Hi\"").contains("response.completed");
        assertThat(node.books.events)
                .allSatisfy(event -> {
                    assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
                    assertThat(event.tokens().output()).isEqualTo(4);
                });
    }

    @ParameterizedTest
    @CsvSource({"/v1/responses,over-chat", "/v1/responses,as-is", "/v1/chat/completions,over-chat"})
    void knowsNoOverloadOfAnotherDialect(String path, String model) {
        upstream.always(json(529, "{\"error\":{\"message\":\"busy\"}}"));

        var body = path.endsWith("responses") ? request(model, "") : TestNode.chat(model, "");

        assertThat(node.post(path, body).statusCode()).isEqualTo(503);
    }

    @Test
    void streamsForAServerThatDoesNot() {
        upstream.next(json(200, completion("hello", 11, 4))).next(json(200, REPLY));

        var chat = node.chat(TestNode.chat("over-chat", ",\"stream\":true"));
        var responses = node.post("/v1/responses", request("as-is", ",\"stream\":true"));

        assertThat(chat.body()).contains("\"content\":\"hello\"").endsWith(DONE);
        assertThat(responses.body()).contains("\"delta\":\"Hi\"", "event: response.completed");
        assertThat(node.books.events)
                .allSatisfy(event -> {
                    assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
                    assertThat(event.tokens().output()).isEqualTo(4);
                });
    }

    @Test
    void answersFromAChatModel() {
        upstream.next(json(200, completion("hello", 11, 4)));

        var answer =
                node.post(
                        "/v1/responses",
                        request("over-chat", ",\"instructions\":\"Be brief.\",\"store\":true"));

        assertThat(answer.statusCode()).isEqualTo(200);
        var body = SluiceJson.mapper().readTree(answer.body());
        assertThat(body.path("id").asString()).startsWith("resp_");
        assertThat(body.path("model").asString()).isEqualTo("over-chat");
        assertThat(body.path("store").asBoolean(true)).isFalse();
        assertThat(body.path("output").path(0).path("content").path(0).path("text").asString())
                .isEqualTo("hello");
        assertThat(body.path("usage").path("total_tokens").asInt()).isEqualTo(15);
        assertThat(upstream.received().getFirst().path()).isEqualTo("/chat/completions");
        assertThat(upstream.received().getFirst().text())
                .contains("{\"role\":\"system\",\"content\":\"Be brief.\"}");
        assertThat(answer.headers().firstValue("x-sluice-tokens")).contains("input=11, output=4");
    }

    @Test
    void streamsFromAChatModel() {
        upstream.next(sse(delta("Hi "), delta("you"), finish("stop"), usage(11, 4), DONE));

        var answer = node.post("/v1/responses", request("over-chat", ",\"stream\":true"));

        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith("text/event-stream");
        assertThat(answer.body())
                .startsWith("event: response.created\n")
                .contains("\"text\":\"Hi you\"")
                .contains("event: response.completed\n")
                .doesNotContain("[DONE]");
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(4);
        await().until(() -> node.books.held.get() == 0);
    }

    @Test
    void failsAStreamThatBreaksOff() {
        upstream.next(sse(delta("Hi ")));

        var answer = node.post("/v1/responses", request("over-chat", ",\"stream\":true"));

        assertThat(answer.body())
                .contains("event: response.failed\n")
                .contains("\"code\":\"stream_incomplete\"")
                .doesNotContain("response.completed");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    @Test
    void answersAChatCallerFromAResponsesModel() {
        upstream.next(json(200, REPLY));

        var answer = node.chat(TestNode.chat("as-is", ""));

        var body = SluiceJson.mapper().readTree(answer.body());
        assertThat(body.path("choices").path(0).path("message").path("content").asString())
                .isEqualTo("Hi");
        assertThat(body.path("usage").path("prompt_tokens").asInt()).isEqualTo(11);
        assertThat(upstream.received().getFirst().path()).isEqualTo("/responses");
    }

    @Test
    void refusesWhatNeedsAStore() {
        var continued =
                node.post(
                        "/v1/responses", request("as-is", ",\"previous_response_id\":\"resp_1\""));
        var fetched =
                node.get(
                        node.port,
                        "/v1/responses/resp_1",
                        "authorization",
                        "Bearer " + TestConfig.KEY);

        assertThat(continued.statusCode()).isEqualTo(400);
        assertThat(continued.body())
                .contains("\"param\":\"previous_response_id\"")
                .contains("keeps no responses");
        assertThat(fetched.statusCode()).isEqualTo(404);
        assertThat(fetched.body()).contains("unsupported_endpoint").contains("keeps no responses");
        assertThat(upstream.received()).isEmpty();
    }
}
