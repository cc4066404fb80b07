package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.dataplane.call.GatewayFailure;
import dev.sluice.model.access.KeyState;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the front door refuses, or takes after all. */
class IngressIT {
    private static final int MEGABYTE = 1024 * 1024;

    private ScriptedUpstream upstream;
    private TestNode node;

    @BeforeEach
    void start() {
        upstream = new ScriptedUpstream().always(json(200, completion("ok", 1, 1)));
        node =
                new TestNode(
                        new TestConfig()
                                .openai("one", upstream)
                                .chain("chat-a", "one")
                                .chain("other", "one")
                                .hide("other")
                                .key("ak_revoked", KeyState.REVOKED, null, List.of())
                                .key("ak_suspended", KeyState.SUSPENDED, null, List.of())
                                .key("ak_old", KeyState.ACTIVE, Instant.EPOCH, List.of())
                                .key(
                                        "ak_elsewhere",
                                        KeyState.ACTIVE,
                                        null,
                                        List.of(List.of("10.0.0.0/8")))
                                .key(
                                        "ak_here",
                                        KeyState.ACTIVE,
                                        null,
                                        List.of(List.of("127.0.0.0/8", "::1/128"))));
    }

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"max_tokens\":0|max_tokens",
                "\"max_tokens\":-1|max_tokens",
                "\"max_tokens\":1.5|max_tokens",
                "\"max_tokens\":true|max_tokens",
                "\"max_tokens\":\"100\"|max_tokens",
                "\"max_completion_tokens\":0|max_completion_tokens",
                "\"n\":0|n",
                "\"n\":129|n",
                "\"stream\":\"yes\"|stream",
                "\"stream_options\":{\"include_usage\":true}|stream_options",
                "\"stream\":true,\"stream_options\":3|stream_options"
            })
    void refusesAWrongFieldAndNamesIt(String field, String param) {
        var answer = node.chat(chat("chat-a", "," + field));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("\"param\":\"" + param + "\"", "\"code\":\"invalid_request\"");
        assertThat(upstream.received()).isEmpty();
        await().until(() -> node.books.held.get() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "1e30", "999999"})
    void clampsAHugeCapToWhatTheAliasAllows(String cap) {
        var answer = node.chat(chat("chat-a", ",\"max_tokens\":" + cap));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-sluice-warnings").orElseThrow())
                .contains("lowered");
        assertThat(upstream.received().getFirst().text()).contains("\"max_tokens\":4096");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "100", "1e2", "100.0"})
    void takesACapThatIsAWholeNumberOrNone(String cap) {
        assertThat(node.chat(chat("chat-a", ",\"max_tokens\":" + cap)).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "nonsense",
                "{\"model\":\"chat-a\"}",
                "{\"model\":\"chat-a\",\"messages\":[]}",
                "{\"model\":7,\"messages\":[{}]}",
                "{\"model\":\"chat-a\",\"model\":\"other\",\"messages\":[{}]}",
                "{\"model\":\"chat-a\",\"messages\":[{}]} {}"
            })
    void refusesABodyThatIsNoRequest(String body) {
        var answer = node.chat(body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"type\":\"invalid_request_error\"");
        assertThat(answer.headers().firstValue("x-trace-id")).isPresent();
        assertThat(upstream.received()).isEmpty();
        assertThat(node.books.refusals).hasSize(1);
    }

    @Test
    void refusesAKeyThatMayNotBeUsedAndSaysWhy() {
        assertThat(refusal("ak_nobody")).contains("not known");
        assertThat(refusal("ak_revoked")).contains("revoked");
        assertThat(refusal("ak_suspended")).contains("suspended");
        assertThat(refusal("ak_old")).contains("expired");
        assertThat(refusal("ak_elsewhere")).contains("may not be used from 127.0.0.1");
        assertThat(node.chat(chat("chat-a", ""), "x-api-key", "ak_here").statusCode())
                .isEqualTo(200);
        assertThat(upstream.received()).hasSize(1);
        assertThat(node.books.refusals).hasSize(4);
    }

    private String refusal(String key) {
        var answer = node.chat(chat("chat-a", ""), "authorization", "Bearer " + key);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("\"code\":\"invalid_api_key\"");
        return answer.body();
    }

    @Test
    void tellsAnUnknownModelFromAForbiddenOne() {
        var unknown = node.chat(chat("no-such-model", ""));
        var forbidden = node.chat(chat("other", ""));

        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("model_not_found", "no-such-model");
        assertThat(forbidden.statusCode()).isEqualTo(403);
        assertThat(forbidden.body()).contains("model_not_allowed");
        assertThat(node.books.refusals)
                .hasExactlyElementsOfTypes(
                        GatewayFailure.AliasUnknown.class, GatewayFailure.AliasForbidden.class);
    }

    @Test
    void saysClearlyWhatItDoesNotServe() {
        assertThat(node.post("/v1/files", "{}").body()).contains("unsupported_endpoint");
        assertThat(node.post("/v1/nothing", "{}").statusCode()).isEqualTo(404);
        assertThat(node.get(node.port, "/v1/chat/completions").statusCode()).isEqualTo(405);
    }

    @Test
    void takesAGzipBodyAndBoundsWhatComesOutOfIt() throws Exception {
        var good = gzipped(FailoverIT.gzip(chat("chat-a", "")));
        var bomb = gzipped(FailoverIT.gzip(" ".repeat(8 * MEGABYTE)));
        var cut = gzipped(Arrays.copyOf(FailoverIT.gzip(chat("chat-a", "")), 30));
        var other =
                node.chat(
                        chat("chat-a", ""),
                        "authorization",
                        "Bearer " + TestConfig.KEY,
                        "content-encoding",
                        "br");

        assertThat(good.statusCode()).isEqualTo(200);
        assertThat(bomb.statusCode()).isEqualTo(413);
        assertThat(cut.statusCode()).isEqualTo(400);
        assertThat(other.statusCode()).isEqualTo(415);
    }

    private HttpResponse<String> gzipped(byte[] body) throws Exception {
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            var request =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            "http://127.0.0.1:"
                                                    + node.port
                                                    + "/v1/chat/completions"))
                            .header("authorization", "Bearer " + TestConfig.KEY)
                            .header("content-encoding", "gzip")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void refusesAHugeBodyInWordsThatTheCallerCanRead() throws Exception {
        var head =
                "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
                        + TestConfig.KEY
                        + "\r\ncontent-length: "
                        + 33 * MEGABYTE
                        + "\r\n\r\n";

        var declared = sendAll(head, 33);
        var chunked =
                sendAll(
                        head.replace(
                                        "content-length: " + 33 * MEGABYTE,
                                        "transfer-encoding: chunked")
                                + "2100000\r\n",
                        33);

        assertThat(declared).startsWith("HTTP/1.1 413 ").contains("request_too_large");
        assertThat(chunked).startsWith("HTTP/1.1 413 ").contains("request_too_large");
        assertThat(node.chat(chat("chat-a", "")).statusCode()).isEqualTo(200);
    }

    /** Sends the head and so many megabytes, as a client that does not look up does. */
    private String sendAll(String head, int megabytes) throws IOException {
        try (var socket = new Socket("127.0.0.1", node.port)) {
            socket.setSoTimeout(20_000);
            var out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            var block = new byte[MEGABYTE];
            for (var i = 0; i < megabytes; i++) {
                out.write(block);
            }
            out.flush();
            return firstBytes(socket);
        }
    }

    private static String firstBytes(Socket socket) throws IOException {
        var in = socket.getInputStream();
        var text = new StringBuilder();
        var piece = new byte[8192];
        while (text.indexOf("}") < 0) {
            var read = in.read(piece);
            if (read < 0) {
                break;
            }
            text.append(new String(piece, 0, read, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void refusesAFloodOfHeaders() throws Exception {
        var flood = "x-flood: " + "y".repeat(200) + "\r\n";
        var answer =
                sendAll(
                        "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n"
                                + flood.repeat(400)
                                + "\r\n",
                        0);

        assertThat(answer).startsWith("HTTP/1.1 431 ").contains("headers");
        assertThat(sendAll("garbage\r\n\r\n", 0)).contains(" 400 ", "not valid HTTP");
    }

    @Test
    void lendsNoConnectionToTheNextRequestBeforeTheFirstIsRead() throws Exception {
        var body = chat("chat-a", "");
        var request =
                "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer "
                        + TestConfig.KEY
                        + "\r\ncontent-length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        try (var socket = new Socket("127.0.0.1", node.port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write((request + request).getBytes(StandardCharsets.UTF_8));
            var text = new StringBuilder();
            var piece = new byte[8192];
            while (text.toString().split("\"content\":\"ok\"", -1).length < 3) {
                text.append(new String(piece, 0, socket.getInputStream().read(piece)));
            }
            assertThat(text.toString().split("HTTP/1.1 200", -1)).hasSize(3);
        }
    }
}
