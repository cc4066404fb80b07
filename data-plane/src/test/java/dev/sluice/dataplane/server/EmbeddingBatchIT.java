package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.usage.UsageStatus;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More texts than a target takes at once go in several requests, and come back as one answer. */
class EmbeddingBatchIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        var config = new TestConfig();
        for (var provider : new String[] {"gemini", "cohere", "openai"}) {
            config.upstream(
                            provider,
                            "\"provider\":\""
                                    + provider
                                    + "\",\"baseUrl\":\""
                                    + upstream.url()
                                    + "\"")
                    .chain(provider + "-a", provider);
        }
        node = new TestNode(config);
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private static String list(int from, int to, String before, String after) {
        return IntStream.range(from, to)
                .mapToObj(i -> before + i + after)
                .collect(Collectors.joining(","));
    }

    private static String google(int from, int to) {
        return "{\"embeddings\":[" + list(from, to, "{\"values\":[", ".0]}") + "]}";
    }

    private static String cohere(int from, int to) {
        return "{\"embeddings\":{\"float\":["
                + list(from, to, "[", "]")
                + "]},\"meta\":{\"billed_units\":{\"input_tokens\":"
                + (to - from)
                + "}}}";
    }

    private HttpResponse<String> embed(String model, int texts) {
        var input = list(0, texts, "\"t", "\"");
        return node.post(
                "/v1/embeddings", "{\"model\":\"" + model + "\",\"input\":[" + input + "]}");
    }

    @Test
    void joinsTheVectorsInTheirOrder() {
        upstream.next(json(200, google(0, 100)))
                .next(json(200, google(100, 200)))
                .next(json(200, google(200, 250)));

        var answer = embed("gemini-a", 250);

        assertThat(answer.statusCode()).isEqualTo(200);
        var data = SluiceJson.mapper().readTree(answer.body()).path("data");
        assertThat(data.size()).isEqualTo(250);
        for (var i = 0; i < 250; i++) {
            assertThat(data.path(i).path("index").asInt()).isEqualTo(i);
            assertThat(data.path(i).path("embedding").path(0).asInt()).isEqualTo(i);
        }
        assertThat(upstream.received())
                .extracting(
                        sent -> SluiceJson.mapper().readTree(sent.body()).path("requests").size())
                .containsExactly(100, 100, 50);
        assertThat(node.books.events)
                .singleElement()
                .extracting("status")
                .isEqualTo(UsageStatus.COMPLETED);
    }

    @Test
    void splitsACallersOwnBatchToo() {
        upstream.next(json(200, google(0, 100))).next(json(200, google(100, 101)));
        var items = list(0, 101, "{\"content\":{\"parts\":[{\"text\":\"", "\"}]}}");

        var answer =
                node.post(
                        "/v1beta/models/gemini-a:batchEmbedContents",
                        "{\"requests\":[" + items + "]}");

        var vectors = SluiceJson.mapper().readTree(answer.body()).path("embeddings");
        assertThat(vectors.size()).isEqualTo(101);
        assertThat(vectors.path(100).path("values").path(0).asInt()).isEqualTo(100);
    }

    @Test
    void sumsWhatTheProviderTells() {
        upstream.next(json(200, cohere(0, 96))).next(json(200, cohere(96, 100)));

        var answer = embed("cohere-a", 100);

        assertThat(SluiceJson.mapper().readTree(answer.body()).at("/usage/prompt_tokens").asInt())
                .isEqualTo(100);
        assertThat(node.books.events.getFirst().tokens().input()).isEqualTo(100);
    }

    @Test
    void failsWholeAndBooksWhatWasDone() {
        upstream.next(json(200, cohere(0, 96))).next(json(400, "{\"message\":\"no\"}"));

        var answer = embed("cohere-a", 100);

        assertThat(answer.statusCode()).isEqualTo(400);
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.FAILED);
        assertThat(event.tokens().input()).isEqualTo(96);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[\"a\",\"b\"]|2", "\"a\"|1", "[1,2,3]|1", "[[1,2],[3]]|2"})
    void countsTheVectorsOfItsOwnDialect(String input, int vectors) {
        for (var given = 1; given <= 3; given++) {
            var data =
                    list(0, given, "{\"object\":\"embedding\",\"index\":", ",\"embedding\":[1]}");
            upstream.next(json(200, "{\"data\":[" + data + "]}"));
            upstream.next(json(200, "{\"data\":[" + data + "]}"));

            var answer =
                    node.post("/v1/embeddings", "{\"model\":\"openai-a\",\"input\":" + input + "}");

            assertThat(answer.statusCode()).isEqualTo(given == vectors ? 200 : 502);
            if (given == vectors) {
                return;
            }
        }
    }

    @Test
    void neverGivesFewerVectorsThanTexts() {
        upstream.always(json(200, google(0, 100)));

        assertThat(embed("gemini-a", 150).statusCode()).isEqualTo(502);
    }
}
