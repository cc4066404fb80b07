package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.DONE;
import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.delta;
import static dev.sluice.dataplane.server.ScriptedUpstream.finish;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dataplane.dialect.openai.chat.ChatCodec;
import dev.sluice.dataplane.dialect.testing.Transcript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Masks over answers as callers get them. */
class TextPolicyIT {
    private static final String REFUSAL = "\"content\":null,\"refusal\":\"call 13912345678 now\"";
    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .alias(
                                        "masked",
                                        "\"targets\":[{\"model\":\"one\"}],\"policies\":"
                                                + "{\"mask\":{\"kinds\":[\"phone\",\"email\"]}}"));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @Test
    void masksAWordThatFramesCutInTwo() {
        upstream.next(
                sse(delta("call 139"), delta("1234"), delta("5678 now"), finish("stop"), DONE));

        var answer = node.chat(chat("masked", ",\"stream\":true"));

        var read =
                Transcript.of(
                        new ChatCodec().streams(), answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(read.text()).isEqualTo("call [phone] now");
        assertThat(read.finished()).isTrue();
        assertThat(answer.body()).doesNotContain("1234");
    }

    @Test
    void masksAWholeReply() {
        upstream.next(json(200, completion("mail a@example.com", 1, 1)));

        assertThat(node.chat(chat("masked", "")).body())
                .contains("mail [email]")
                .contains("\"model\":\"masked\"")
                .doesNotContain("example.com");
    }

    @Test
    void whatIsHeldBackIsGivenOutBeforeAStreamBreaksOff() {
        upstream.next(sse(delta("call 139")));

        var answer = node.chat(chat("masked", ",\"stream\":true"));

        assertThat(answer.body()).contains("139").contains("stream_incomplete");
        assertThat(answer.body().indexOf("139"))
                .isLessThan(answer.body().indexOf("stream_incomplete"));
    }

    @Test
    void refusalsAreMaskedInOneAndInPieces() {
        var whole = completion("x", 1, 1).replace("\"content\":\"x\"", REFUSAL);
        upstream.next(json(200, whole)).next(json(200, whole));
        upstream.next(
                sse(
                        refusal("call 139"),
                        refusal("12345678"),
                        refusal(" now"),
                        finish("stop"),
                        DONE));

        var plain = node.chat(chat("masked", ""));
        var message =
                node.post(
                        "/v1/messages",
                        "{\"model\":\"masked\",\"max_tokens\":9,\"messages\":"
                                + "[{\"role\":\"user\",\"content\":\"hi\"}]}");
        var streamed = node.chat(chat("masked", ",\"stream\":true"));

        assertThat(plain.body()).contains("\"refusal\":\"call [phone] now\"");
        assertThat(message.body()).contains("call [phone] now");
        assertThat(plain.body() + message.body() + streamed.body()).doesNotContain("5678");
        assertThat(streamed.body()).contains("[phone]").endsWith(DONE);
    }

    @Test
    void whatIsSaidBesideTheTextIsMaskedOrLeftOut() {
        var more =
                "\"annotations\":[{\"type\":\"url_citation\",\"url_citation\":{\"url\":\"https://a.b\","
                        + "\"title\":\"mail a@example.com\",\"start_index\":0,\"end_index\":1}}],"
                        + "\"audio\":{\"id\":\"au\",\"data\":\"QQ==\",\"transcript\":\"a@example.com\"}";
        upstream.next(
                json(
                        200,
                        completion("x", 1, 1)
                                .replace("\"content\":\"x\"", "\"content\":\"x\"," + more)));
        upstream.next(
                sse(
                        delta("x"),
                        delta("x").replace("\"content\":\"x\"", more),
                        finish("stop"),
                        DONE));

        var whole = node.chat(chat("masked", "")).body();
        var streamed = node.chat(chat("masked", ",\"stream\":true")).body();

        for (var body : List.of(whole, streamed)) {
            assertThat(body)
                    .contains("\"title\":\"mail [email]\"", "https://a.b", "QQ==")
                    .doesNotContain("example.com");
        }
    }

    @Test
    void whatAModelMakesOfThePromptOfAPictureStaysBehind() {
        upstream.next(
                json(
                        200,
                        "{\"created\":1,\"data\":[{\"b64_json\":\"QQ==\","
                                + "\"revised_prompt\":\"call 13912345678\"}]}"));

        var answer =
                node.post("/v1/images/generations", "{\"model\":\"masked\",\"prompt\":\"a cat\"}");

        assertThat(answer.body()).contains("QQ==").doesNotContain("13912345678");
    }

    private static String refusal(String text) {
        return delta(text).replace("\"content\"", "\"refusal\"");
    }
}
