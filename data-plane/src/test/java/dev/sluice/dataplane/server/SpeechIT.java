package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import dev.sluice.model.usage.UsageStatus;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Speech: as bytes and as events, each as soon as it is there. */
class SpeechIT {
    private static final String REQUEST =
            "{\"model\":\"say\",\"input\":\"Good morning to you all\",\"voice\":\"alloy\"%s}";

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        node = new TestNode(new TestConfig().openai("one", upstream).chain("say", "one"));
    }

    @AfterEach
    void stop() {
        assertThat(node.books.held).hasValue(0);
        node.close();
        upstream.close();
    }

    @Test
    void passesTheFirstSoundOnBeforeTheLastIsThere() throws Exception {
        var heard = new CountDownLatch(1);
        upstream.next((request, out) -> {
            out.write(
                    ("HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\n"
                                    + "transfer-encoding: chunked\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            chunk(out, "first");
            assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();
            chunk(out, "last");
            ScriptedUpstream.endStream(out);
        });

        String answer;
        try (var socket = new Socket("127.0.0.1", node.port)) {
            var body = REQUEST.formatted("");
            socket.getOutputStream()
                    .write(
                            ("POST /v1/audio/speech HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
                                            + "authorization: Bearer "
                                            + TestConfig.KEY
                                            + "\r\ncontent-length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body)
                                    .getBytes(StandardCharsets.US_ASCII));
            var in = socket.getInputStream();
            var start = new StringBuilder();
            while (start.indexOf("first") < 0) {
                start.append((char) in.read());
            }
            heard.countDown();
            answer = start + new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }

        assertThat(answer).contains("content-type: audio/mpeg").contains("last");
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.COMPLETED);
        // 23 bytes of text are 31 tokens of sound, beside 3 of input.
        var tokens = node.books.events.getFirst().tokens();
        assertThat(tokens.output()).isEqualTo(31);
        assertThat(tokens.audioOutput()).isEqualTo(31);
        assertThat(node.books.events.getFirst().cost()).isEqualTo(Money.parse("0.000254"));
    }

    @Test
    void passesEventsOnAndCountsThem() {
        var events =
                "data: {\"type\":\"speech.audio.delta\",\"audio\":\"QUJD\"}\n\n"
                        + "data: {\"type\":\"speech.audio.done\",\"usage\":{\"input_tokens\":14,"
                        + "\"output_tokens\":101,\"total_tokens\":115}}\n\n";
        upstream.next(sse(events));

        var answer = node.post("/v1/audio/speech", REQUEST.formatted(",\"stream_format\":\"sse\""));

        assertThat(answer.body()).isEqualTo(events);
        assertThat(node.books.events.getFirst().facts().stream()).isTrue();
        assertThat(node.books.events.getFirst().tokens().output()).isEqualTo(101);
    }

    @Test
    void takesNoObjectAndNoPageForSound() {
        upstream.next(json(200, "{\"error\":{\"message\":\"no such voice\"}}"))
                .always(typed(200, "text/html", "<html>"));

        var error = node.post("/v1/audio/speech", REQUEST.formatted(""));
        var page = node.post("/v1/audio/speech", REQUEST.formatted(""));

        assertThat(error.statusCode()).isEqualTo(502);
        assertThat(page.statusCode()).isEqualTo(502);
        assertThat(node.books.events)
                .allSatisfy(event -> assertThat(event.cost()).isEqualTo(Money.ZERO));
    }

    @Test
    void cutsAConnectionWhoseSoundBrokeOff() {
        upstream.next((request, out) -> {
            out.write(
                    ("HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ncontent-length: 100000\r\n"
                                    + "\r\nhalf")
                            .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            ScriptedUpstream.reset(request);
        });

        assertThat(brokeOff()).isTrue();
        assertThat(node.books.events).hasSize(1);
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.INTERRUPTED);
    }

    private boolean brokeOff() {
        try {
            node.post("/v1/audio/speech", REQUEST.formatted(""));
            return false;
        } catch (IllegalStateException cut) {
            return true;
        }
    }
}
