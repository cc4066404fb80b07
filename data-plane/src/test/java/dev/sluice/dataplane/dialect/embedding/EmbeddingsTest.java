package dev.sluice.dataplane.dialect.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.dataplane.dialect.Losses;
import dev.sluice.dataplane.dialect.lane.ReplyBody;
import dev.sluice.dataplane.dialect.testing.FixtureCorpus;
import dev.sluice.dataplane.json.JsonFields;
import dev.sluice.model.json.SluiceJson;
import dev.sluice.model.route.Dialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Embeddings from OpenAI's form into every other and back. */
class EmbeddingsTest {
    private static final Map<Dialect, String> REQUESTS =
            Map.of(
                    Dialect.GEMINI,
                    "{'requests':[{'model':'models/m','content':{'parts':[{'text':'a'}]},"
                            + "'outputDimensionality':8},{'model':'models/m','content':"
                            + "{'parts':[{'text':'b'}]},'outputDimensionality':8}]}",
                    Dialect.OLLAMA,
                    "{'model':'m','input':['a','b'],'dimensions':8}",
                    Dialect.COHERE,
                    "{'model':'m','texts':['a','b'],'input_type':'search_document',"
                            + "'embedding_types':['float'],'output_dimension':8}",
                    Dialect.DASHSCOPE,
                    "{'model':'m','input':{'texts':['a','b']},'parameters':{'dimension':8}}");

    private static final Map<Dialect, String> REPLIES =
            Map.of(
                    Dialect.GEMINI,
                    "{'embeddings':[{'values':[1]},{'values':[2]}]}",
                    Dialect.OLLAMA,
                    "{'embeddings':[[1],[2]],'prompt_eval_count':4}",
                    Dialect.COHERE,
                    "{'embeddings':{'float':[[1],[2]]},'meta':{'billed_units':"
                            + "{'input_tokens':4}}}",
                    Dialect.DASHSCOPE,
                    "{'output':{'embeddings':[{'text_index':1,'embedding':[2]},"
                            + "{'text_index':0,'embedding':[1]}]},"
                            + "'usage':{'total_tokens':4}}");

    private static JsonFields fields(String json) {
        return JsonFields.scan(bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode read(byte[] json) {
        return SluiceJson.mapper().readTree(json);
    }

    @Test
    void asksEveryDialectInItsWords() {
        var ask = fields("{'model':'x','input':['a','b'],'dimensions':8}");
        REQUESTS.forEach((dialect, wanted) -> {
            var losses = new Losses(dialect, true);
            var written = Embeddings.requests(Dialect.OPENAI_CHAT, ask, "m", losses);
            assertThat(read(written.getFirst())).as(dialect.text()).isEqualTo(read(bytes(wanted)));
        });
    }

    @Test
    void answersFromEveryDialectAndFailsWhenAVectorLacks() {
        REPLIES.forEach((dialect, reply) -> {
            var two = fields("{'input':['a','b']}");
            var lane = new EmbeddingLane(dialect, Dialect.OPENAI_CHAT, two, "alias", 9);
            var good = (ReplyBody.Good) lane.read(bytes(reply));
            var told = read(good.bytes());
            assertThat(told.at("/data/1/embedding/0").asInt()).isEqualTo(2);
            assertThat(told.at("/usage/total_tokens").asInt())
                    .isEqualTo(dialect == Dialect.GEMINI ? 9 : 4);
            var three = fields("{'input':['a','b','c']}");
            var short1 = new EmbeddingLane(dialect, Dialect.OPENAI_CHAT, three, "alias", 9);
            assertThat(short1.read(bytes(reply))).isInstanceOf(ReplyBody.Invalid.class);
        });
    }

    @Test
    void refusesTokensOfAnotherProvidersModel() {
        var tokens = fields("{'input':[1,2]}");
        var losses = new Losses(Dialect.GEMINI, false);

        assertThatThrownBy(() -> Embeddings.requests(Dialect.OPENAI_CHAT, tokens, "m", losses))
                .isInstanceOf(GatewayFailure.Unsupported.class);
    }

    @TestFactory
    Stream<DynamicTest> readsWhatProvidersSend() {
        return Map.of(
                        "openai-embeddings", Dialect.OPENAI_CHAT,
                        "gemini-embed", Dialect.GEMINI,
                        "ollama-embed", Dialect.OLLAMA,
                        "cohere-embed", Dialect.COHERE,
                        "dashscope-embedding", Dialect.DASHSCOPE)
                .entrySet()
                .stream()
                .flatMap(of ->
                        FixtureCorpus.files(of.getKey(), ".response.json")
                                .map(file ->
                                        DynamicTest.dynamicTest(
                                                file.getFileName().toString(),
                                                () -> check(file, of.getValue()))));
    }

    private static void check(Path file, Dialect dialect) throws IOException {
        var body = read(Files.readAllBytes(file));
        if (body.has("embedding") && body.path("embedding").isArray()) {
            return; // a form that Ollama has given up
        }
        var vectors = Embeddings.of(dialect).readReply(body).vectors();
        var isAnswer =
                body.has("embeddings")
                        || body.has("embedding")
                        || body.has("output")
                        || body.has("data");
        assertThat(vectors.isEmpty()).isEqualTo(!isAnswer);
    }
}
