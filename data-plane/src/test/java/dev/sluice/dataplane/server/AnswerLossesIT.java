package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an answer holds and its caller's dialect has no word for is named and counted. */
class AnswerLossesIT {
    private static final String CODE =
            "{\"executableCode\":{\"language\":\"PYTHON\",\"code\":\"1\"}},"
                    + "{\"codeExecutionResult\":{\"outcome\":\"OUTCOME_OK\",\"output\":\"1\"}},";
    private static final String DRAWN =
            "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":["
                    + CODE
                    + "{\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgo=\"}},"
                    + "{\"fileData\":{\"mimeType\":\"audio/wav\",\"fileUri\":\"https://x/a.wav\"}},"
                    + "{\"text\":\"Hi\"}]},\"finishReason\":\"STOP\",\"index\":0}]}";
    private static final String TWO =
            "{\"id\":\"c\",\"model\":\"up-chat\",\"choices\":[{\"index\":0,\"message\":{\"content\":"
                    + "\"first\"},\"finish_reason\":\"stop\"},{\"index\":1,\"message\":{\"content\":"
                    + "\"second\"},\"finish_reason\":\"length\"}]}";

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
                                        "google",
                                        "\"provider\":\"gemini\",\"baseUrl\":\""
                                                + upstream.url()
                                                + "\"")
                                .chain("gemini-a", "google")
                                .chain("chat-a", "one"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private HttpResponse<String> ask(String path, String alias, boolean stream) {
        var more = ",\"max_tokens\":9" + (stream ? ",\"stream\":true" : "");
        return node.post(
                path,
                path.endsWith("responses")
                        ? "{\"model\":\"%s\",\"input\":\"hi\",\"stream\":%s}"
                                .formatted(alias, stream)
                        : chat(alias, more));
    }

    private static String warnings(HttpResponse<String> answer) {
        return answer.headers().firstValue("x-sluice-warnings").orElse("");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages,false,true",
        "/v1/messages,true,true",
        "/v1/chat/completions,false,false",
        "/v1/chat/completions,true,false",
        "/v1/responses,false,false",
        "/v1/responses,true,false",
    })
    void namesPicturesAndCodeThatTheCallerCannotBeTold(
            String path, boolean stream, boolean losesPicture) {
        upstream.next(stream ? sse("data: " + DRAWN + "\r\n\r\n") : json(200, DRAWN));

        var answer = ask(path, "gemini-a", stream);

        assertThat(answer.body()).contains("Hi");
        assertThat(answer.body().contains("iVBORw0KGgo=")).isEqualTo(!losesPicture);
        assertThat(warnings(answer))
                .contains("answer.executableCode dropped", "answer.codeExecutionResult dropped")
                .contains("answer.audio dropped");
        assertThat(warnings(answer).contains("answer.image dropped")).isEqualTo(losesPicture);
        assertThat(node.get(node.managementPort, "/metrics").body())
                .contains("sluice_losses_total{caller=")
                .contains(",target=\"gemini\"} " + (losesPicture ? "4.0" : "3.0"));
    }

    @Test
    void aCallerOfTheSameDialectLosesNothing() {
        upstream.next(json(200, DRAWN));

        var answer =
                node.post(
                        "/v1beta/models/gemini-a:generateContent",
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}]}");

        assertThat(answer.body()).isEqualTo(DRAWN);
        assertThat(warnings(answer)).isEmpty();
    }

    @Test
    void aPictureInAnOpenAiAnswerReachesGoogleCallers() {
        upstream.next(
                json(
                        200,
                        TWO.replace(
                                "\"content\":\"first\"",
                                "\"content\":\"first\",\"images\":[{\"type\":\"image_url\","
                                        + "\"image_url\":{\"url\":"
                                        + "\"data:image/png;base64,iVBORw0KGgo=\"}}]")));

        var answer =
                node.post(
                        "/v1beta/models/chat-a:generateContent",
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}]}");

        var candidates = SluiceJson.mapper().readTree(answer.body()).path("candidates");
        assertThat(candidates).hasSize(2);
        assertThat(candidates.at("/0/content/parts").toString())
                .contains("\"inlineData\":{\"mimeType\":\"image/png\",\"data\":\"iVBORw0KGgo=\"}");
        assertThat(warnings(answer)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages,false",
        "/v1/messages,true",
        "/v1/responses,false",
        "/v1/responses,true",
    })
    void aSecondAnswerThatNobodyAskedForIsNamed(String path, boolean stream) {
        var chunks = "data: " + TWO.replace("\"message\"", "\"delta\"") + "\n\ndata: [DONE]\n\n";
        upstream.next(stream ? sse(chunks) : json(200, TWO));

        var answer = ask(path, "chat-a", stream);

        assertThat(answer.body()).contains("first").doesNotContain("second");
        assertThat(warnings(answer)).contains("answer.choices dropped but for the first");
    }
}
