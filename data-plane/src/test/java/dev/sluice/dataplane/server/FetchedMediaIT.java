package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.json.SluiceJson;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pictures and documents by address, for a target that takes bytes alone. */
class FetchedMediaIT {
    private static final String PNG = "\u0089PNG\r\n\u001a\nsome pixels";
    private static final String PNG_BASE64 =
            Base64.getEncoder().encodeToString(PNG.getBytes(ISO_8859_1));
    private static final String ANSWER =
            "{\"model\":\"up\",\"message\":{\"role\":\"assistant\",\"content\":\"a cat\"},"
                    + "\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":3,"
                    + "\"eval_count\":2}";

    private ScriptedUpstream ollama;
    private ScriptedUpstream openai;
    private ScriptedUpstream pictures;
    private TestNode node;

    @BeforeEach
    void start() {
        ollama = new ScriptedUpstream().always(json(200, ANSWER));
        openai = new ScriptedUpstream().always(json(200, completion("a dog", 3, 2)));
        pictures = new ScriptedUpstream().always(bytes("image/png", PNG));
        var own = "\"provider\":\"ollama\",\"baseUrl\":\"" + ollama.url() + "\"";
        node =
                new TestNode(
                        new TestConfig()
                                .upstream("local", own)
                                .openai("cloud", openai)
                                .chain("off", "local")
                                .alias("on", target("\"local\"", true))
                                .alias("both", target("\"local\"},{\"model\":\"cloud\"", true))
                                .alias("never", target("\"local\"", false)));
    }

    private static String target(String models, boolean fetch) {
        return "\"strategy\":\"priority\",\"targets\":[{\"model\":"
                + models
                + "}],\"policies\":{\"fetchMedia\":"
                + fetch
                + "}";
    }

    @AfterEach
    void stop() {
        node.close();
        ollama.close();
        openai.close();
        pictures.close();
    }

    private static ScriptedUpstream.Script bytes(String type, String body) {
        return (request, out) -> {
            var head = "HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-length: ";
            out.write((head + body.length() + "\r\n\r\n" + body).getBytes(ISO_8859_1));
            out.flush();
        };
    }

    private static String openAi(String alias, String... urls) {
        var parts = new StringBuilder("{\"type\":\"text\",\"text\":\"what is it?\"}");
        for (var url : urls) {
            parts.append(",{\"type\":\"image_url\",\"image_url\":{\"url\":\"")
                    .append(url)
                    .append("\"}}");
        }
        return "{\"model\":\""
                + alias
                + "\",\"messages\":[{\"role\":\"system\",\"content\":\"be brief\"},"
                + "{\"role\":\"user\",\"content\":["
                + parts
                + "]}]}";
    }

    private JsonNode sent() {
        return SluiceJson.mapper().readTree(ollama.received().getLast().body());
    }

    @Test
    void putsWhatItFetchedIntoTheRequest() {
        var url = pictures.url() + "/cat.png";
        var answer = node.chat(openAi("on", url, url + "?2", url, "data:image/png;base64,AAAA"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("a cat");
        assertThat(sent().at("/messages/1/images").values().stream().map(JsonNode::asString))
                .containsExactly(PNG_BASE64, PNG_BASE64, PNG_BASE64, "AAAA");
        assertThat(pictures.received()).hasSize(2);
        assertThat(pictures.received().getFirst().headers())
                .doesNotContainKeys("authorization", "traceparent", "x-request-id", "cookie");
    }

    @Test
    void fetchesForEveryDialect() {
        var url = pictures.url() + "/cat.png";
        var anthropic =
                node.post(
                        "/v1/messages",
                        "{\"model\":\"on\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\","
                                + "\"content\":[{\"type\":\"image\",\"source\":{\"type\":\"url\","
                                + "\"url\":\""
                                + url
                                + "\"}}]}]}");
        assertThat(anthropic.statusCode()).as(anthropic.body()).isEqualTo(200);
        assertThat(sent().at("/messages/0/images/0").asString()).isEqualTo(PNG_BASE64);

        var gemini =
                node.post(
                        "/v1beta/models/on:generateContent",
                        "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"fileData\":{\"fileUri\":\""
                                + url
                                + "\",\"mimeType\":\"image/png\"}}]}]}");
        assertThat(gemini.statusCode()).as(gemini.body()).isEqualTo(200);
        assertThat(sent().at("/messages/0/images/0").asString()).isEqualTo(PNG_BASE64);
    }

    @Test
    void refusesWhereItIsNotSwitchedOn() {
        for (var alias : List.of("off", "never")) {
            var answer = node.chat(openAi(alias, pictures.url() + "/cat.png"));

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body())
                    .contains("An image that is not in the request cannot be said");
        }
        assertThat(pictures.received()).isEmpty();
        assertThat(ollama.received()).isEmpty();
    }

    @Test
    void namesThePlaceOfWhatCannotBeFetched() {
        pictures.always(json(404, "{}"));
        var url = pictures.url() + "/cat.png";

        var openai = node.chat(openAi("on", url));
        assertThat(openai.statusCode()).isEqualTo(400);
        var error = SluiceJson.mapper().readTree(openai.body()).path("error");
        assertThat(error.path("param").asString())
                .isEqualTo("messages[1].content[1].image_url.url");
        assertThat(error.path("message").asString())
                .isEqualTo(
                        "The image at messages[1].content[1].image_url.url cannot be used: its"
                                + " server answered 404.");

        var anthropic =
                node.post(
                        "/v1/messages",
                        "{\"model\":\"on\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\","
                                + "\"content\":[{\"type\":\"image\",\"source\":{\"type\":\"url\","
                                + "\"url\":\"http://10.0.0.1/cat.png\"}}]}]}");
        assertThat(anthropic.statusCode()).isEqualTo(400);
        assertThat(anthropic.body())
                .contains("\"type\":\"error\"", "invalid_request_error")
                .contains("messages[0].content[0].source.url")
                .contains("its server cannot be reached from here");
        assertThat(ollama.received()).isEmpty();
        assertThat(node.books.events).hasSize(2);
    }

    @Test
    void goesToATargetThatFetchesItselfWhereTheGatewayCannot() {
        pictures.always(json(500, "{}"));

        var answer = node.chat(openAi("both", pictures.url() + "/cat.png"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("a dog");
        assertThat(openai.received().getFirst().text()).contains("/cat.png");
        assertThat(pictures.received()).hasSize(1);
    }

    @Test
    void fetchesOnceForAllTries() {
        ollama.next(json(500, "{\"error\":\"later\"}"));
        var slow =
                "\"strategy\":\"priority\",\"targets\":[{\"model\":\"local\"}],"
                        + "\"retry\":{\"max\":1,\"statuses\":[500],\"backoff\":\"1ms\","
                        + "\"jitter\":\"1ms\"},\"policies\":{\"fetchMedia\":true}";
        node.snapshot =
                new TestConfig()
                        .upstream(
                                "local",
                                "\"provider\":\"ollama\",\"baseUrl\":\"" + ollama.url() + "\"")
                        .alias("on", slow)
                        .build();

        var answer = node.chat(openAi("on", pictures.url() + "/cat.png"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(ollama.received()).hasSize(2);
        assertThat(pictures.received()).hasSize(1);
    }

    @Test
    void stopsFetchingWhenTheCallerLeaves() throws IOException {
        pictures.always((request, out) -> request.socket().getInputStream().read());
        var body = openAi("on", pictures.url() + "/cat.png").getBytes(UTF_8);
        try (var caller = new Socket("127.0.0.1", node.port)) {
            var head =
                    "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
                            + TestConfig.KEY
                            + "\r\ncontent-type: application/json\r\ncontent-length: "
                            + body.length
                            + "\r\n\r\n";
            caller.getOutputStream().write(head.getBytes(UTF_8));
            caller.getOutputStream().write(body);
            await().until(() -> pictures.received().size() == 1);
        }

        await().atMost(Duration.ofSeconds(5)).until(() -> node.node.callsInFlight() == 0);
        assertThat(ollama.received()).isEmpty();
        assertThat(node.books.events).hasSize(1);
    }
}
