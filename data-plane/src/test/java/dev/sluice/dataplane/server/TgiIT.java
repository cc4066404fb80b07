package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.usage;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The doors of TGI, and the shapes of other servers of the kind, before an upstream of OpenAI. */
class TgiIT {
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node = new TestNode(new TestConfig().openai("one", upstream).chain("chat-a", "one"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/generate|{\"inputs\":\"hi\",\"parameters\":{\"max_new_tokens\":20}}",
                "/generate|{\"model\":\"chat-a\",\"input\":\"hi\",\"parameters\":{\"max_new_tokens\":20}}",
                "/|{\"prompt\":\"hi\",\"system_prompt\":\"be brief\",\"max_tokens\":20}"
            })
    void answersEveryShapeAlsoWithoutAModel(String path, String body) {
        upstream.next(json(200, completion("hello", 11, 4)));

        var answer = node.post(path, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"generated_text\":\"hello\"", "\"eos_token\"");
        var sent = upstream.received().getFirst().text();
        assertThat(sent).contains("\"max_completion_tokens\":20", "\"hi\"");
        assertThat(sent.contains("be brief")).isEqualTo(body.contains("be brief"));
    }

    @Test
    void streamsTokens() {
        upstream.next(sse(delta("Hi "), delta("there"), finish("length"), usage(11, 4), DONE));

        var answer = node.post("/generate_stream", "{\"inputs\":\"hi\"}");

        assertThat(answer.body())
                .contains("data:{\"index\":1,", "\"text\":\"Hi \"")
                .contains("\"generated_text\":\"Hi there\"", "\"finish_reason\":\"length\"")
                .doesNotContain("[DONE]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "\"20\"", "true"})
    void refusesACapThatIsNoWholeNumber(String cap) {
        var answer =
                node.post(
                        "/generate",
                        "{\"inputs\":\"hi\",\"parameters\":{\"max_new_tokens\":" + cap + "}}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("max_new_tokens");
        assertThat(upstream.received()).isEmpty();
    }

    @Test
    void tellsErrorsInTheDialect() {
        var answer = node.post("/generate", "{\"nothing\":1}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"error\":\"", "\"error_type\":\"validation\"");
    }
}
