package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.chunk;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.ScriptedUpstream.sse;
import static dev.sluice.dataplane.server.ScriptedUpstream.typed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.money.Money;
import dev.sluice.model.route.Operation;
import dev.sluice.model.usage.UsageSource;
import dev.sluice.model.usage.UsageStatus;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with sound: passed on byte for byte, their transcripts in every form, and the books. */
class TranscriptIT {
    private static final String DOOR = "/v1/audio/transcriptions";
    private static final String DELTA =
            "data: {\"type\":\"transcript.text.delta\",\"delta\":\"%s\"}\n\n";
    private static final String TRANSCRIPT_DONE =
            "data: {\"type\":\"transcript.text.done\",\"text\":\"Hello you\",\"usage\":"
                    + "{\"type\":\"tokens\",\"input_tokens\":14,\"input_token_details\":"
                    + "{\"text_tokens\":4,\"audio_tokens\":10},\"output_tokens\":5,"
                    + "\"total_tokens\":19}}\n\n";

    private ScriptedUpstream upstream;
    private ScriptedUpstream second;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream();
        second = new ScriptedUpstream();
        node =
                new TestNode(
                        new TestConfig()
                                .openai("tokens", upstream)
                                .openai("seconds", upstream)
                                .price("seconds", "\"perSecond\":0.0001")
                                .openai("other", second)
                                .upstream(
                                        "azure",
                                        "\"provider\":\"azure-openai\",\"baseUrl\":\""
                                                + upstream.url()
                                                + "\"")
                                .upstream(
                                        "foreign",
                                        "\"provider\":\"anthropic\",\"baseUrl\":\""
                                                + upstream.url()
                                                + "\"")
                                .chain("listen", "tokens")
                                .chain("whisper", "seconds")
                                .chain("azure", "azure")
                                .chain("claude", "foreign")
                                .alias(
                                        "masked",
                                        "\"policies\":{\"mask\":{\"kinds\":[\"phone\"]}},"
                                                + "\"targets\":[{\"model\":\"tokens\"}]")
                                .chain("both", "foreign", "tokens", "other"));
    }

    @AfterEach
    void stop() {
        assertThat(node.books.held).hasValue(0);
        node.close();
        upstream.close();
        second.close();
    }

    /** So much silence, 16 000 bytes a second. */
    private static byte[] wave(int ms) {
        var data = ms * 16;
        return ByteBuffer.allocate(44 + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(36 + data)
                .put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putInt(0x0001_0001)
                .putInt(8_000)
                .putInt(16_000)
                .putInt(0x0010_0002)
                .put("data".getBytes(StandardCharsets.US_ASCII))
                .putInt(data)
                .array();
    }

    private static TestForm form(String model) {
        return TestForm.of(model).file("file", "audio/wav", wave(2_500));
    }

    @Test
    void passesTheFormOnWithTheProvidersNameOfTheModelAlone() {
        var reply =
                "{\"text\":\"Hello\",\"usage\":{\"type\":\"tokens\",\"input_tokens\":14,"
                        + "\"input_token_details\":{\"text_tokens\":4,\"audio_tokens\":10},"
                        + "\"output_tokens\":5,\"total_tokens\":19}}";
        upstream.next(json(200, reply)).next(json(200, reply));
        var sent =
                new TestForm()
                        .file("file", "audio/wav", wave(2_500))
                        .text("include[]", "logprobs")
                        .text("model", "listen")
                        .text("include[]", "more")
                        .text("odd", "\u00e9\u4f60")
                        .end();

        var answer = node.post(DOOR, TestForm.TYPE, sent);
        var bare = node.post("/audio/translations", TestForm.TYPE, sent);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(reply);
        assertThat(bare.body()).isEqualTo(reply);
        assertThat(upstream.received().getFirst().path()).isEqualTo("/audio/transcriptions");
        assertThat(upstream.received().getLast().path()).isEqualTo("/audio/translations");
        assertThat(upstream.received().getFirst().headers())
                .containsEntry("content-type", TestForm.TYPE)
                .containsEntry("authorization", "Bearer sk-tokens");
        assertThat(upstream.received().getFirst().body())
                .isEqualTo(TestForm.renamed(sent, "listen"));
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
        assertThat(event.operation()).isEqualTo(Operation.AUDIO);
        assertThat(event.usageSource()).isEqualTo(UsageSource.UPSTREAM);
        assertThat(event.tokens().input()).isEqualTo(14);
        assertThat(event.tokens().audioInput()).isEqualTo(10);
        assertThat(event.tokens().output()).isEqualTo(5);
        assertThat(event.tokens().audioMs()).isEqualTo(2_500);
        assertThat(event.facts().bodyBytes()).isEqualTo(sent.length);
        assertThat(event.cost()).isEqualTo(Money.parse("0.000068"));
        assertThat(answer.headers().firstValue("x-sluice-cost")).contains("0.000068");
    }

    /** However the segments are cut, in the head of a part, in the boundary, in the file. */
    @Test
    void readsAFormHoweverItIsCut() throws Exception {
        upstream.always(json(200, "{\"text\":\"Hi\"}"));
        var sent = TestForm.of("whisper").file("file", "x/y", new byte[] {1, '\r', '\n', 2}).end();
        var expected = TestForm.renamed(sent, "whisper");

        for (var at = 1; at < sent.length; at++) {
            assertThat(answerTo(sent, at)).as("cut at %d", at).startsWith("HTTP/1.1 200 OK");
        }

        assertThat(upstream.received()).hasSize(sent.length - 1);
        assertThat(upstream.received())
                .allSatisfy(got -> assertThat(got.body()).isEqualTo(expected));
        assertThat(node.books.events).hasSize(sent.length - 1);
    }

    private String answerTo(byte[] form, int cutAt) throws IOException {
        try (var socket = new Socket("127.0.0.1", node.port)) {
            socket.setTcpNoDelay(true);
            var out = socket.getOutputStream();
            out.write(
                    ("POST /v1/audio/transcriptions HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
                                    + "authorization: Bearer "
                                    + TestConfig.KEY
                                    + "\r\ncontent-type: "
                                    + TestForm.TYPE
                                    + "\r\ntransfer-encoding: chunked\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            chunk(out, Arrays.copyOf(form, cutAt));
            chunk(out, Arrays.copyOfRange(form, cutAt, form.length));
            ScriptedUpstream.endStream(out);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void chargesSecondsByWhatTheAnswerTells() {
        upstream.next(json(200, "{\"text\":\"a\",\"usage\":{\"type\":\"duration\",\"seconds\":9}}"))
                .next(
                        json(
                                200,
                                "{\"task\":\"transcribe\",\"odd\":1e99999999999,"
                                        + "\"usage\":{\"seconds\":1e99999999999},"
                                        + "\"duration\":\"8.47\",\"text\":\"b\","
                                        + "\"segments\":[]}"))
                .next(typed(200, "text/plain; charset=utf-8", "Hello\n"));

        node.post(DOOR, TestForm.TYPE, form("whisper").end());
        node.post(
                DOOR, TestForm.TYPE, form("whisper").text("response_format", "verbose_json").end());
        var text =
                node.post(
                        DOOR, TestForm.TYPE, form("whisper").text("response_format", "srt").end());

        assertThat(text.body()).isEqualTo("Hello\n");
        assertThat(text.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
        assertThat(node.books.events)
                .extracting(event -> event.tokens().audioMs() + " " + event.cost())
                .containsExactly("9000 0.0009", "8470 0.000847", "2500 0.00025");
    }

    @Test
    void passesAStreamOnAndCountsIt() {
        var events = DELTA.formatted("Hello ") + DELTA.formatted("you") + TRANSCRIPT_DONE;
        upstream.next(sse(events.substring(0, 30), events.substring(30)));

        var answer = node.post(DOOR, TestForm.TYPE, form("listen").text("stream", "True").end());

        assertThat(answer.headers().firstValue("content-type").orElse(""))
                .startsWith("text/event-stream");
        assertThat(answer.body()).isEqualTo(events);
        assertThat(upstream.received().getFirst().headers())
                .containsEntry("accept", "text/event-stream");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.COMPLETED);
        assertThat(event.facts().stream()).isTrue();
        assertThat(event.tokens().audioInput()).isEqualTo(10);
        assertThat(event.tokens().output()).isEqualTo(5);
        assertThat(event.counted().output()).isEqualTo(2);
    }

    @Test
    void passesOnWhatServersSendInsteadOfTheStreamTheyWereAskedFor() {
        var chat =
                "data: {\"object\":\"transcription.chunk\",\"model\":\"up-chat\",\"choices\":"
                        + "[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n"
                        + "data: [DONE]\n\n";
        upstream.next(json(200, "{\"text\":\"Hi\"}")).next(sse(chat)).next(sse(chat));
        var asked = form("listen").text("stream", "true").end();

        var whole = node.post(DOOR, TestForm.TYPE, asked);
        var chunks = node.post(DOOR, TestForm.TYPE, asked);
        var unasked = node.post(DOOR, TestForm.TYPE, form("listen").end());

        assertThat(whole.body()).isEqualTo("{\"text\":\"Hi\"}");
        assertThat(chunks.body()).isEqualTo(chat.replace("up-chat", "listen"));
        assertThat(unasked.body()).isEqualTo(chunks.body());
        assertThat(node.books.events)
                .extracting(event -> event.status() + "/" + event.usageSource())
                .containsOnly("COMPLETED/COUNTED");
        assertThat(node.books.events.getFirst().tokens().input()).isPositive();
    }

    @Test
    void tellsThatAStreamBrokeOff() {
        upstream.next((request, out) -> {
            ScriptedUpstream.beginStream(out);
            chunk(out, DELTA.formatted("Hello "));
            ScriptedUpstream.reset(request);
        });

        var answer = node.post(DOOR, TestForm.TYPE, form("listen").text("stream", "true").end());

        assertThat(answer.body()).startsWith(DELTA.formatted("Hello "));
        assertThat(answer.body()).contains("\"code\":\"stream_incomplete\"");
        var event = node.books.events.getFirst();
        assertThat(event.status()).isEqualTo(UsageStatus.INTERRUPTED);
        assertThat(event.tokens().audioMs()).isEqualTo(2_500);
        assertThat(event.cost().nanos()).isPositive();
    }

    @Test
    void triesTheNextTargetWithTheSameForm() {
        upstream.next(json(503, "{\"error\":{\"message\":\"busy\"}}"));
        second.next(json(200, "{\"text\":\"Hi\"}"));
        var sent = form("both").end();

        var answer = node.post(DOOR, TestForm.TYPE, sent);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(second.received().getFirst().body()).isEqualTo(TestForm.renamed(sent, "both"));
        assertThat(node.books.events).hasSize(1);
        assertThat(node.books.events.getFirst().attempts()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(node.books.events.getFirst().model()).isEqualTo("other");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "json|''",
                "json|{}",
                "json|[]",
                "json|Hello",
                "json|{\"error\":{\"message\":\"no\"}}",
                "json|{\"text\":1}",
                "vtt|<!DOCTYPE html><p>sign in",
                "srt|{\"error\":{\"message\":\"no\"}}"
            })
    void neverTakesAnErrorOrAPageForATranscript(String format, String body) {
        upstream.always(json(200, body));

        var answer =
                node.post(
                        DOOR, TestForm.TYPE, form("listen").text("response_format", format).end());

        assertThat(answer.statusCode()).isIn(502, 503);
        assertThat(node.books.events.getFirst().status()).isEqualTo(UsageStatus.FAILED);
        assertThat(node.books.events.getFirst().cost()).isEqualTo(Money.ZERO);
    }

    @Test
    void servesAzuresPathsBothWays() {
        upstream.always(json(200, "{\"text\":\"Hi\"}"));
        var nameless = new TestForm().file("file", "audio/wav", wave(10)).end();

        var deployment =
                node.post(
                        "/openai/deployments/azure/audio/transcriptions?api-version=2024-10-21",
                        TestForm.TYPE,
                        nameless);
        node.post("/openai/v1/audio/translations", TestForm.TYPE, form("listen").end());

        assertThat(deployment.statusCode()).isEqualTo(200);
        assertThat(upstream.received().getFirst().path())
                .startsWith("/openai/deployments/up-chat/audio/transcriptions?api-version=");
        assertThat(upstream.received().getFirst().body())
                .isEqualTo(TestForm.of("up-chat").file("file", "audio/wav", wave(10)).end());
        assertThat(upstream.received().getLast().path()).isEqualTo("/audio/translations");
    }

    @Test
    void refusesATargetThatCannotHearAndATranscriptThatMustBeMasked() {
        var answer = node.post(DOOR, TestForm.TYPE, form("claude").end());
        var masked = node.post(DOOR, TestForm.TYPE, form("masked").end());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("anthropic");
        assertThat(masked.statusCode()).isEqualTo(400);
        assertThat(masked.body()).contains("are masked");
        assertThat(upstream.received()).isEmpty();
    }
}
