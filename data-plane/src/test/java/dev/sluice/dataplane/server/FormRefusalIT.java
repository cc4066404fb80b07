package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forms that are wrong: told in OpenAI's form what to change, nothing sent, nothing held. */
class FormRefusalIT {
    private static final String DOOR = "/v1/audio/transcriptions";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        upstream.always(json(200, "{\"text\":\"Hi\"}"));
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .chain("listen", "one")
                                .chain("secret", "one")
                                .hide("secret"));
    }

    @AfterEach
    void stop() {
        assertThat(upstream.received()).isEmpty();
        assertThat(node.books.events).isEmpty();
        assertThat(node.books.held).hasValue(0);
        node.close();
        upstream.close();
    }

    private static TestForm form() {
        return new TestForm().file("file", "audio/wav", new byte[100]);
    }

    private static void refused(
            HttpResponse<String> answer, int status, String param, String... words) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var error = SluiceJson.mapper().readTree(answer.body()).path("error");
        assertThat(error.path("type").asString()).isEqualTo("invalid_request_error");
        assertThat(error.path("param").asString("")).isEqualTo(param);
        assertThat(error.path("message").asString()).contains(words);
    }

    private HttpResponse<String> post(TestForm form) {
        return node.post(DOOR, TestForm.TYPE, form.end());
    }

    @Test
    void saysWhichFieldIsWrong() {
        refused(post(form()), 400, "model", "'model' must be given");
        refused(post(form().text("model", "")), 400, "model", "must name a model");
        refused(
                post(form().text("model", "listen").text("model", "secret")),
                400,
                "model",
                "'model' twice");
        refused(
                post(new TestForm().file("model", "text/plain", new byte[3])),
                400,
                "model",
                "not a file");
        refused(
                post(form().text("model", "listen").text("stream", "maybe")),
                400,
                "stream",
                "true or false");
        refused(
                node.post(
                        "/v1/images/edits",
                        TestForm.TYPE,
                        form().text("model", "listen").text("n", "two").end()),
                400,
                "n",
                "whole number");
    }

    @Test
    void saysWhichModelIsUnknownOrForbidden() {
        refused(post(form().text("model", "lisen")), 404, "model", "There is no model 'lisen'");
        var forbidden = post(form().text("model", "secret"));

        assertThat(forbidden.statusCode()).isEqualTo(403);
        assertThat(node.books.refusals).hasSize(2);
    }

    @Test
    void saysWhatIsWrongWithTheForm() {
        var whole = form().text("model", "listen").end();
        var text = new String(whole, StandardCharsets.ISO_8859_1);

        refused(node.post(DOOR, "multipart/form-data", whole), 400, "", "name the boundary");
        refused(
                node.post(DOOR, "multipart/form-data; boundary=other", whole),
                400,
                "",
                "does not hold the boundary",
                "other");
        refused(node.post(DOOR, "multipart/mixed; boundary=x", whole), 400, "", "form-data");
        refused(
                node.post(
                        DOOR,
                        TestForm.TYPE,
                        text.substring(0, text.length() - 5).getBytes(StandardCharsets.ISO_8859_1)),
                400,
                "",
                "--' is missing");
        refused(node.post(DOOR, TestForm.TYPE, new byte[0]), 400, "", "boundary");
    }

    @Test
    void saysWhichTypeADoorTakes() {
        refused(
                node.post(DOOR, "audio/wav", new byte[100]),
                415,
                "",
                "multipart/form-data; boundary=");
        refused(
                node.post("/v1/chat/completions", TestForm.TYPE, form().end()),
                415,
                "",
                "application/json");
        refused(
                node.post(
                        "/v1/images/generations",
                        TestForm.TYPE,
                        form().text("model", "listen").end()),
                415,
                "",
                "application/json");
    }

    @Test
    void refusesAFormThatIsTooLarge() {
        var large =
                TestForm.of("listen").file("file", "audio/wav", new byte[5 * 1024 * 1024]).end();

        var answer = node.post(DOOR, TestForm.TYPE, large);

        refused(answer, 413, "", "larger than the 4 MB");
    }

    @Test
    void refusesOtherMethodsByName() {
        var answer = node.get(node.port, DOOR, "authorization", "Bearer " + TestConfig.KEY);

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.body()).contains("takes POST");
    }
}
