package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The doors beside chat: legacy completions, rerank, pictures, and Azure's paths to all of them.
 */
class OtherDoorsIT {
    private static final String RESULTS =
            "{\"object\":\"list\",\"data\":[{\"relevance_score\":0.5,\"index\":1},"
                    + "{\"relevance_score\":0.25,\"index\":0}],\"model\":\"up-chat\","
                    + "\"usage\":{\"total_tokens\":12}}";

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
                                        "foreign",
                                        "\"provider\":\"openai\",\"dialect\":\"openai-responses\","
                                                + "\"baseUrl\":\""
                                                + upstream.url()
                                                + "\"")
                                .chain("text", "one")
                                .chain("chat", "foreign"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private static String text(String text, String finish) {
        return "data: {\"id\":\"c\",\"object\":\"text_completion\",\"created\":1,\"model\":"
                + "\"up-chat\",\"choices\":[{\"text\":\""
                + text
                + "\",\"index\":0,\"logprobs\":null,\"finish_reason\":"
                + finish
                + "}]}\n\n";
    }

    @Test
    void passesACompletionOnWithTheCapThatHoldsAnyway() {
        var reply =
                "{\"id\":\"c\",\"object\":\"text_completion\",\"model\":\"up-chat\",\"choices\":"
                        + "[{\"text\":\" world\",\"index\":0,\"logprobs\":null,"
                        + "\"finish_reason\":\"length\"}],\"usage\":{\"prompt_tokens\":2,"
                        + "\"completion_tokens\":1,\"total_tokens\":3}}";
        upstream.next(json(200, reply));

        var answer =
                node.post(
                        "/v1/completions",
                        "{\"model\":\"text\",\"prompt\":[\"hello\",\"bye\"],\"echo\":true}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(reply.replace("up-chat", "text"));
        assertThat(upstream.received().getFirst().path()).isEqualTo("/completions");
        assertThat(upstream.received().getFirst().text())
                .isEqualTo(
                        "{\"max_tokens\":16,\"model\":\"up-chat\",\"prompt\":[\"hello\",\"bye\"],"
                                + "\"echo\":true}");
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(1);
        assertThat(node.books.events.getFirst().finishReason()).isEqualTo("length");
    }

    @Test
    void passesACompletionStreamOn() {
        upstream.next(sse(text("Hi ", "null"), text("you", "\"stop\""), usage(2, 2), DONE));

        var answer =
                node.post(
                        "/completions", "{\"model\":\"text\",\"prompt\":\"Say\",\"stream\":true}");

        assertThat(answer.body())
                .isEqualTo(
                        (text("Hi ", "null") + text("you", "\"stop\"") + DONE)
                                .replace("up-chat", "text"));
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(2);
    }

    @Test
    void continuesATextByAModelThatOnlyChats() {
        upstream.next(
                json(
                        200,
                        "{\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":"
                                + "\"message\",\"content\":[{\"type\":\"output_text\",\"text\":"
                                + "\"world\"}]}],\"usage\":{\"input_tokens\":2,"
                                + "\"output_tokens\":1,\"total_tokens\":3}}"));

        var answer =
                node.post(
                        "/v1/completions",
                        "{\"model\":\"chat\",\"prompt\":\"hello\",\"max_tokens\":20}");
        var tokens = node.post("/v1/completions", "{\"model\":\"chat\",\"prompt\":[1,2,3]}");

        var body = SluiceJson.mapper().readTree(answer.body());
        assertThat(body.path("object").asString()).isEqualTo("text_completion");
        assertThat(body.path("choices").path(0).path("text").asString()).isEqualTo("world");
        assertThat(upstream.received().getFirst().path()).isEqualTo("/responses");
        assertThat(upstream.received().getFirst().text())
                .contains("\"input\":[{\"role\":\"user\",\"content\":\"hello\"}]")
                .contains("\"max_output_tokens\":20");
        assertThat(tokens.statusCode()).isEqualTo(400);
        assertThat(tokens.body()).contains("\"param\":\"prompt\"");
    }

    @Test
    void aPathWithoutADeploymentSaysSo() {
        for (var end : new String[] {"chat/completions", "completions", "embeddings"}) {
            var answer = node.post("/openai/deployments//" + end, "{}");

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("names no deployment").contains(end);
        }
    }

    @Test
    void aMethodThatGoogleDoesNotHaveIsRefusedInItsWords() {
        for (var path :
                new String[] {"/v1beta/models/m:sing", "/v1/models/m:sing", "/models/m:x"}) {
            var answer = node.post(path, "{}");

            var error = SluiceJson.mapper().readTree(answer.body()).path("error");
            assertThat(answer.headers().firstValue("content-type").orElse("")).contains("json");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(error.path("code").asInt()).isEqualTo(404);
            assertThat(error.path("status").asString()).isEqualTo("NOT_FOUND");
            assertThat(error.path("message").asString()).contains("generateContent");
        }
    }

    @Test
    void ranksInTheWordsOfTheCallersOwnInterface() {
        upstream.next(json(200, RESULTS)).next(json(200, RESULTS));
        var request = "{\"model\":\"text\",\"query\":\"q\",\"documents\":[\"a\",\"b\"]}";

        var jina = node.post("/v1/rerank", request);
        var cohere = node.post("/v2/rerank", request);

        assertThat(jina.body())
                .isEqualTo(
                        "{\"model\":\"text\",\"results\":[{\"index\":1,\"relevance_score\":0.5},"
                                + "{\"index\":0,\"relevance_score\":0.25}],"
                                + "\"usage\":{\"total_tokens\":12}}");
        assertThat(cohere.body())
                .contains("\"results\":[{\"index\":1,\"relevance_score\":0.5}")
                .contains("\"billed_units\":{\"input_tokens\":12}");
        assertThat(upstream.received().getFirst().path()).isEqualTo("/rerank");
        assertThat(upstream.received().getFirst().text()).contains("\"model\":\"up-chat\"");
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(12);
    }

    @Test
    void passesPicturesOn() {
        upstream.next(
                json(
                        200,
                        "{\"created\":1,\"data\":[{\"b64_json\":\"QQ==\"}],\"usage\":"
                                + "{\"input_tokens\":7,\"output_tokens\":100,"
                                + "\"total_tokens\":107}}"));

        var answer =
                node.post("/v1/images/generations", "{\"model\":\"text\",\"prompt\":\"a cat\"}");

        assertThat(answer.body()).contains("\"b64_json\":\"QQ==\"");
        assertThat(upstream.received().getFirst().path()).isEqualTo("/images/generations");
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(100);
    }

    @Test
    void passesSoundOnAsItComes() {
        var sound = "ID3 " + "la ".repeat(30_000);
        upstream.next(typed(200, "audio/mpeg", sound));

        var answer =
                node.post(
                        "/v1/audio/speech",
                        "{\"model\":\"text\",\"input\":\"la\",\"voice\":\"alloy\"}");

        assertThat(answer.headers().firstValue("content-type")).contains("audio/mpeg");
        assertThat(answer.body()).isEqualTo(sound);
        assertThat(upstream.received().getFirst().path()).isEqualTo("/audio/speech");
        assertThat(node.books.events).hasSize(1);
    }

    @Test
    void servesAzuresPaths() {
        upstream.always(json(200, completion("hello", 11, 4)));
        var messages = "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

        var deployment =
                node.post(
                        "/openai/deployments/text/chat/completions?api-version=2024-10-21",
                        messages,
                        "api-key",
                        TestConfig.KEY);
        var newer = node.post("/openai/v1/chat/completions", TestNode.chat("text", ""));

        assertThat(deployment.statusCode()).isEqualTo(200);
        assertThat(deployment.body()).contains("\"model\":\"text\"");
        assertThat(newer.statusCode()).isEqualTo(200);
        assertThat(upstream.received().getFirst().text())
                .contains("\"model\":\"up-chat\"")
                .contains("\"max_completion_tokens\":4096");
    }

    @Test
    void countsTheInputOfAResponse() {
        var answer =
                node.post(
                        "/v1/responses/input_tokens",
                        "{\"model\":\"text\",\"input\":\"Tell me about rivers.\"}");

        assertThat(answer.statusCode()).isEqualTo(200);
        var body = SluiceJson.mapper().readTree(answer.body());
        assertThat(body.path("object").asString()).isEqualTo("response.input_tokens");
        assertThat(body.path("input_tokens").asInt()).isBetween(5, 15);
        assertThat(upstream.received()).isEmpty();
    }
}
