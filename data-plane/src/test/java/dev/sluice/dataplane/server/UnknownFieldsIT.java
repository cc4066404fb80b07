package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.json.SluiceJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fields that the caller's dialect does not have: passed, named or refused. */
class UnknownFieldsIT {
    private static final String ODD = ",\"temprature\":0.5,\"messages2\":[]";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream().always(json(200, completion("hello", 11, 4)));
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .chain("pass", "one")
                                .alias("warn", policy("warn"))
                                .alias("reject", policy("reject")));
    }

    private static String policy(String policy) {
        return "\"targets\":[{\"model\":\"one\"}],\"unknownFields\":\"" + policy + "\"";
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @Test
    void passesThemByDefault() {
        var answer = node.chat(TestNode.chat("pass", ODD));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-sluice-warnings")).isEmpty();
        assertThat(upstream.received().getFirst().text()).contains(ODD);
    }

    @Test
    void namesThemAndPassesThemOn() {
        var answer = node.chat(TestNode.chat("warn", ODD));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-sluice-warnings"))
                .hasValue(
                        "'temprature' (did you mean 'temperature'?) is not known to openai-chat;"
                                + " 'messages2' (did you mean 'messages'?) is not known to"
                                + " openai-chat");
        assertThat(upstream.received().getFirst().text()).contains(ODD);
    }

    @Test
    void refusesThemInTheCallersDialect() {
        var openai = node.chat(TestNode.chat("reject", ODD));
        assertThat(openai.statusCode()).isEqualTo(400);
        var error = SluiceJson.mapper().readTree(openai.body()).path("error");
        assertThat(error.path("param").asString()).isEqualTo("temprature");
        assertThat(error.path("message").asString())
                .isEqualTo(
                        "Unknown fields: 'temprature' (did you mean 'temperature'?), 'messages2'"
                                + " (did you mean 'messages'?).");

        var anthropic =
                node.post(
                        "/v1/messages",
                        "{\"model\":\"reject\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\","
                                + "\"contnt\":\"hi\",\"content\":\"hi\"}]}");
        assertThat(anthropic.statusCode()).isEqualTo(400);
        assertThat(anthropic.body())
                .contains("\"type\":\"error\"", "invalid_request_error", "messages[0].contnt");

        var gemini =
                node.post(
                        "/v1beta/models/reject:generateContent",
                        "{\"contents\":[{\"parts\":[{\"text\":\"hi\"}]}],"
                                + "\"generationConfig\":{\"topq\":1}}");
        assertThat(gemini.statusCode()).isEqualTo(400);
        assertThat(gemini.body()).contains("INVALID_ARGUMENT", "generationConfig.topq");

        assertThat(upstream.received()).isEmpty();
        assertThat(node.books.held).hasValue(0);
        assertThat(node.books.refusals).hasSize(3);
    }

    @Test
    void takesWhatTheDialectHas() {
        var answer =
                node.chat(
                        TestNode.chat("reject", ",\"temperature\":0.5,\"metadata\":{\"a\":\"b\"}"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void readsLargeBodiesToo() {
        var large = ",\"user\":\"" + "x".repeat(600_000) + "\",\"temprature\":1";

        assertThat(node.chat(TestNode.chat("pass", large)).statusCode()).isEqualTo(200);
        var refused = node.chat(TestNode.chat("reject", large));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("temprature");
    }
}
