package dev.sluice.dataplane.server;

import static dev.sluice.dataplane.server.ScriptedUpstream.completion;
import static dev.sluice.dataplane.server.ScriptedUpstream.json;
import static dev.sluice.dataplane.server.TestNode.chat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.access.KeyState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who a call comes from when proxies stand between: by the networks that the config trusts. */
class TrustedProxyIT {
    private static final String INSIDE = "ak_inside";

    private final ScriptedUpstream upstream =
            new ScriptedUpstream().always(json(200, completion("ok", 1, 1)));
    private final TestNode node = new TestNode(config().trust("127.0.0.0/8"));

    @AfterEach
    void stop() {
        node.close();
        upstream.close();
    }

    private TestConfig config() {
        return new TestConfig()
                .openai("one", upstream)
                .chain("chat-a", "one")
                .key(INSIDE, KeyState.ACTIVE, null, List.of(List.of("10.1.0.0/16", "fd00::/8")));
    }

    @Test
    void believesTheForwardedAddressOfAListedProxyAlone() {
        assertThat(forwarded("10.1.2.3")).isEqualTo(200);
        assertThat(forwarded("9.9.9.9")).isEqualTo(401);
        assertThat(forwarded("10.1.2.3, 9.9.9.9")).isEqualTo(401);

        node.snapshot = config().build();

        assertThat(forwarded("10.1.2.3")).isEqualTo(401);
    }

    /** HAProxy adds a line of its own below the one that a client may have made up. */
    @Test
    void readsEveryForwardedLine() {
        var answer =
                node.chat(
                        chat("chat-a", ""),
                        "x-api-key",
                        INSIDE,
                        "x-forwarded-for",
                        "10.1.2.3",
                        "x-forwarded-for",
                        "9.9.9.9");

        assertThat(answer.statusCode()).isEqualTo(401);
    }

    @Test
    void believesThePrefaceOfAListedProxy() throws IOException {
        assertThat(send("PROXY TCP4 10.1.2.3 192.0.2.1 51234 443\r\n")).startsWith("HTTP/1.1 200");
        assertThat(send("PROXY TCP6 fd00::7 fd00::1 51234 443\r\n")).startsWith("HTTP/1.1 200");
        assertThat(send("PROXY TCP4 9.9.9.9 192.0.2.1 51234 443\r\n"))
                .startsWith("HTTP/1.1 401")
                .contains("9.9.9.9");
        assertThat(send("PROXY UNKNOWN\r\n")).startsWith("HTTP/1.1 401").contains("127.0.0.1");
        assertThat(send("")).startsWith("HTTP/1.1 401").contains("127.0.0.1");
    }

    @Test
    void believesThePrefaceInItsBinaryForm() throws IOException {
        var signature = "0d0a0d0a000d0a515549540a";
        var tcp4 = "2111000c" + "0a010203" + "c0000201" + "c822" + "01bb";
        var local = "20000000";

        assertThat(send(HexFormat.of().parseHex(signature + tcp4))).startsWith("HTTP/1.1 200");
        assertThat(send(HexFormat.of().parseHex(signature + local))).startsWith("HTTP/1.1 401");
    }

    @Test
    void takesAPrefaceFromNobodyElse() throws IOException {
        node.snapshot = config().trust("192.0.2.0/24").build();

        assertThat(send("PROXY TCP4 10.1.2.3 192.0.2.1 51234 443\r\n"))
                .contains(" 400 ", "not valid HTTP");
    }

    @Test
    void endsAConnectionWhosePrefaceIsBroken() throws IOException {
        assertThat(send("PROXY TCP4 10.1.2.3.4.5 nothing\r\n")).isEmpty();
    }

    private int forwarded(String addresses) {
        return node.chat(chat("chat-a", ""), "x-api-key", INSIDE, "x-forwarded-for", addresses)
                .statusCode();
    }

    private String send(String preface) throws IOException {
        return send(preface.getBytes(StandardCharsets.US_ASCII));
    }

    /** The preface and a call, all in one write; then what comes until the connection ends. */
    private String send(byte[] preface) throws IOException {
        var body = chat("chat-a", "");
        var request =
                "POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n"
                        + "x-api-key: "
                        + INSIDE
                        + "\r\ncontent-length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body;
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(preface);
        bytes.writeBytes(request.getBytes(StandardCharsets.US_ASCII));
        try (var socket = new Socket("127.0.0.1", node.port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.toByteArray());
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
