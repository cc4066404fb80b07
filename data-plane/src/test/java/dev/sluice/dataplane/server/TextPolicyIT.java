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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Masks over answers as callers get them. */
class TextPolicyIT {
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
}
