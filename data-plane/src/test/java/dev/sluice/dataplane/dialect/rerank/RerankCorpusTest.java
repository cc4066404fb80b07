package dev.sluice.dataplane.dialect.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Results as providers really send them, and requests in the words of each. */
class RerankCorpusTest {
    @TestFactory
    Stream<DynamicTest> readsRecordedResults() {
        return Stream.of("rerank", "dashscope-rerank", "bedrock-rerank")
                .flatMap(protocol -> FixtureCorpus.files(protocol, ".response.json"))
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getParent().getParent().getFileName()
                                        + "/"
                                        + file.getFileName(),
                                () -> check(Files.readAllBytes(file))));
    }

    private static void check(byte[] bytes) {
        var sent = SluiceJson.mapper().readTree(bytes);
        var read = new RerankReply("alias", "", 1000).read(bytes);
        if (!(read instanceof ReplyBody.Good good)) {
            assertThat(sent.hasNonNull("error") || sent.hasNonNull("code")).isTrue();
            return;
        }
        var written = SluiceJson.mapper().readTree(good.bytes());
        var results = sent.has("data") ? sent.path("data") : sent.path("results");
        results = results.isMissingNode() ? sent.path("output").path("results") : results;
        assertThat(written.path("model").asString()).isEqualTo("alias");
        assertThat(written.path("results")).hasSize(results.size());
        for (var i = 0; i < results.size(); i++) {
            var one = written.path("results").path(i);
            assertThat(one.path("index")).isEqualTo(results.path(i).path("index"));
            assertThat(one.path("relevance_score").isNumber()).isTrue();
        }
        var total = sent.path("usage").path("total_tokens");
        if (total.isNumber()) {
            assertThat(good.usage().input()).isEqualTo(total.asLong());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "-1", "null", "\"0\"", "0.5", "99999999999"})
    void aResultForNoDocumentIsNoAnswer(String index) {
        var body = "{\"results\":[{\"index\":0},{\"index\":" + index + ",\"relevance_score\":1}]}";

        assertThat(new RerankReply(null, "", 2).read(body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(ReplyBody.Invalid.class);
    }

    private static JsonNode asked(String provider) {
        var body =
                JsonFields.scan(
                        "{\"model\":\"a\",\"query\":\"q\",\"documents\":[\"x\"],\"top_n\":2}"
                                .getBytes(StandardCharsets.UTF_8));
        return SluiceJson.mapper().readTree(RerankShape.of(provider).write(body, "up"));
    }

    @Test
    void asksInTheProvidersWords() {
        assertThat(asked("cohere").path("top_n").asInt()).isEqualTo(2);
        assertThat(asked("voyage").path("top_k").asInt()).isEqualTo(2);
        assertThat(asked("voyage").has("top_n")).isFalse();
        assertThat(asked("dashscope-native").toString())
                .isEqualTo(
                        "{\"model\":\"up\",\"input\":{\"query\":\"q\",\"documents\":[\"x\"]},"
                                + "\"parameters\":{\"top_n\":2}}");
        assertThat(RerankShape.of("cohere").path()).isEqualTo("/v2/rerank");
        assertThat(RerankShape.of("vllm").path()).isNull();
    }
}
