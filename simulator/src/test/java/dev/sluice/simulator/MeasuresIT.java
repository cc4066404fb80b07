package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.simulator.tongue.Tongue;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Vectors, relevance and counted tokens in each dialect's form. */
class MeasuresIT {
    private static final String DASHSCOPE = "/api/v1/services";

    private static SimulatorFixture sim;

    @BeforeAll
    static void start() throws Exception {
        sim = new SimulatorFixture();
    }

    @AfterAll
    static void stop() {
        sim.close();
    }

    @BeforeEach
    void cleanSlate() {
        sim.call("DELETE", "/sim/books", "");
    }

    private static JsonNode ask(String path, String script, String body) {
        HttpResponse<String> answer = sim.post(path, script, body.replace('\'', '"'));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Tongue.json(answer.body());
    }

    private static JsonNode call() {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() ->
                        assertThat(sim.books("").path("total").path("finished").asInt())
                                .isEqualTo(1));
        return sim.books("").path("calls").path(0);
    }

    /** The same text gives the same vector, and 6 bytes are 2 tokens, whoever asks. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /v1/embeddings|{'model':'m','input':['a mill'],'dimensions':4}|/data/0/embedding|/usage/prompt_tokens
                    /v1beta/models/m:embedContent|{'content':{'parts':[{'text':'a mill'}]},'outputDimensionality':4}|/embedding/values|
                    /v1beta/models/m:batchEmbedContents|{'requests':[{'content':{'parts':[{'text':'a mill'}]},'outputDimensionality':4}]}|/embeddings/0/values|
                    /v2/embed|{'model':'m','texts':['a mill'],'output_dimension':4}|/embeddings/float/0|/meta/billed_units/input_tokens
                    /api/v1/services/embeddings/text-embedding/text-embedding|{'model':'m','input':{'texts':['a mill']},'parameters':{'dimension':4}}|/output/embeddings/0/embedding|/usage/total_tokens
                    /api/embed|{'model':'m','input':'a mill','dimensions':4}|/embeddings/0|/prompt_eval_count
                    """)
    void embeds(String path, String body, String vector, String tokens) {
        JsonNode expected =
                ask("/v1/embeddings", "", "{'model':'other','input':'a mill','dimensions':4}");
        sim.call("DELETE", "/sim/books", "");

        JsonNode answer = ask(path, "", body);

        assertThat(answer.at(vector)).isEqualTo(expected.at("/data/0/embedding")).hasSize(4);
        JsonNode call = call();
        assertThat(call.path("facts").path("model").asString()).isEqualTo("m");
        assertThat(call.path("usageReported").asBoolean()).isEqualTo(tokens != null);
        if (tokens != null) {
            assertThat(answer.at(tokens).asInt()).isEqualTo(2);
            assertThat(call.path("promptTokens").asInt()).isEqualTo(2);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /v1/rerank|{'model':'m',%s,'top_n':2}|/results
                    /v2/rerank|{'model':'m',%s,'top_n':2}|/results
                    /api/v1/services/rerank/text-rerank/text-rerank|{'model':'m','input':{%s},'parameters':{'top_n':2}}|/output/results
                    """)
    void reranks(String path, String body, String results) {
        String asked = "'query':'a mill','documents':['a gate','a mill','a wheel']";

        JsonNode best = ask(path, "", body.formatted(asked)).at(results);

        assertThat(best).hasSize(2);
        assertThat(best.path(0).path("index").asInt()).isEqualTo(1);
        double first = best.path(0).path("relevance_score").asDouble();
        assertThat(first).isGreaterThan(best.path(1).path("relevance_score").asDouble());
        assertThat(first).isBetween(0.99, 1.01);
        call();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /v1/messages/count_tokens|{'model':'m','messages':[{'role':'user','content':'And now?'}]}|/input_tokens
                    /v1/responses/input_tokens|{'model':'m','input':'And now?'}|/input_tokens
                    /v1beta/models/m:countTokens|{'contents':[{'role':'user','parts':[{'text':'And now?'}]}]}|/totalTokens
                    """)
    void countsAPromptAsItWouldBeBilled(String path, String body, String tokens) {
        assertThat(ask(path, "", body).at(tokens).asInt()).isEqualTo(8);
        assertThat(call().path("usageReported").asBoolean()).isFalse();
    }

    @Test
    void refusesInTheDialectsFormAndTakesEveryScript() {
        HttpResponse<String> cohere =
                sim.post("/v2/embed", "status=429", "{\"model\":\"m\",\"texts\":[\"x\"]}");
        HttpResponse<String> empty = sim.post("/v2/embed", "", "{\"model\":\"m\"}");
        HttpResponse<String> alibaba =
                sim.post(
                        DASHSCOPE + "/rerank/text-rerank/text-rerank",
                        "error-after=1",
                        "{\"model\":\"m\",\"input\":{\"query\":\"x\",\"documents\":[\"y\"]}}");

        assertThat(cohere.statusCode()).isEqualTo(429);
        assertThat(Tongue.json(cohere.body())).hasSize(1);
        assertThat(empty.statusCode()).isEqualTo(400);
        assertThat(Tongue.json(empty.body()).path("message").asString()).isNotEmpty();
        assertThat(alibaba.statusCode()).isEqualTo(500);
        assertThat(Tongue.json(alibaba.body()).path("code").asString()).isEqualTo("InternalError");
    }

    @Test
    void listsItsModelsInTheFormThatIsAskedFor() {
        assertThat(Tongue.json(sim.call("GET", "/v1/models", "").body()).at("/data/0/object"))
                .hasToString("\"model\"");
        assertThat(sim.call("GET", "/v1beta/models", "").body()).contains("models/sim-chat");
        assertThat(sim.call("GET", "/api/tags", "").body()).contains("sim-embed");
        assertThat(sim.call("POST", "/oauth/2.0/token?client_id=a", "").body())
                .contains("access_token");
    }
}
